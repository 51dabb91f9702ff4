import { hash } from 'node:crypto'

/** The key of an account name in attempt counters. It is a hash because people type passwords into name fields. */
export const nameIdentity = (canonicalName: string): string => hash('sha256', canonicalName)
