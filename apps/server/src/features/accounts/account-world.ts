import type { Db } from '../../db/connect.ts'
import type { ProviderCache } from '../../identity-provider/provider-cache.ts'
import type { ActivityRecorder } from '../audit-log/activity-recorder.ts'
import type { Tx } from '../audit-log/tx.ts'
import type { SessionWorld } from '../sessions/sessions.ts'
import type { Argon2Limiter } from '../users/argon2-limiter.ts'
import type { WorkAfterAnswer } from './work-after-answer.ts'

/**
 * What the link of an invitation proves about its bearer: that they read mail at this address, that they were invited
 * under it, or nothing. A link that the inviter handed over was never mailed, so it does not prove the address.
 */
export type ReadInvitationProof = (
  db: Db,
  secret: string,
  email: string,
) => Promise<'address' | 'invited' | null>

/** The personal tokens of an account. */
export interface AccountTokens {
  /** The names of those that have not expired, the newest first. */
  readonly listNames: (db: Db, userId: number, now: number) => Promise<string[]>
  /** Revokes all of them. @returns how many there were */
  readonly revokeAll: (tx: Tx, userId: number) => Promise<number>
}

/** What the calls of accounts need. Invitations and tokens are in slices to the right, so they are passed in. */
export interface AccountWorld extends SessionWorld {
  readonly limiter: Argon2Limiter
  readonly recorder: ActivityRecorder
  readonly providers: ProviderCache
  readonly afterAnswer: WorkAfterAnswer
  readonly readInvitationProof: ReadInvitationProof
  readonly tokens: AccountTokens
}
