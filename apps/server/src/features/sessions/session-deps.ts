import type { Db } from '../../db/connect.ts'
import type { ActivityRecorder } from '../audit-log/activity-recorder.ts'
import type { Argon2Limiter } from '../users/argon2-limiter.ts'

/** What the keyring has unlocked for a session; it is deleted with the session. */
export interface UnlockedKeys {
  dropSession(sessionId: string): void
  dropUser(userId: number, exceptSession?: string): void
}

/**
 * What the link of an invitation proves about its bearer: that they read this e-mail address, that they were invited
 * under it, or nothing. A link that the inviter shared was never mailed, so it verifies no address. Collaborators,
 * which know this, are to the right of sessions.
 */
export type InvitationProves = (
  db: Db,
  secret: string,
  email: string,
) => Promise<'address' | 'invited' | null>

export interface SessionDeps {
  readonly limiter: Argon2Limiter
  readonly recorder: ActivityRecorder
  readonly unlocked: UnlockedKeys
  readonly invitationProves: InvitationProves
}
