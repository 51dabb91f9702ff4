import type { Db } from '../../../db/connect.ts'
import type { Tx } from '../../audit-log/tx.ts'

/** The personal tokens of an account. Their slice is to the right of accounts. */
export interface AccountTokens {
  /** The names of those that have not expired, the newest first. */
  readonly listNames: (db: Db, userId: number, now: number) => Promise<string[]>
  /** Revokes all of them. @returns how many there were */
  readonly revokeAll: (tx: Tx, userId: number) => Promise<number>
}
