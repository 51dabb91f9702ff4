import { hash } from 'node:crypto'

/** The name under which attempts are counted: a hash, because users sometimes type passwords into the name field. */
export const nameIdentity = (canonicalName: string): string => hash('sha256', canonicalName)
