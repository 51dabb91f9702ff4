import { hash } from 'node:crypto'

/** What an account is called where attempts are counted: people type passwords where a name belongs. */
export const nameIdentity = (canonicalName: string): string => hash('sha256', canonicalName)
