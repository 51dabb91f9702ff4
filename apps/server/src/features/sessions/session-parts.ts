import type { Db } from '../../db/connect.ts'
import type { Argon2Limiter } from '../accounts/argon2-limiter.ts'
import type { ActivityRecorder } from '../audit-log/activity-recorder.ts'

/** What the keyring has unlocked for a session; it goes when the session goes. */
export interface UnlockedKeys {
  dropSession(sessionId: string): void
  dropUser(userId: number, exceptSession?: string): void
}

/** Whether a mailed invitation proves an address; members, who know, stand to the right of sessions. */
export type InvitationProves = (db: Db, secret: string, email: string) => Promise<boolean>

export interface SessionParts {
  readonly limiter: Argon2Limiter
  readonly recorder: ActivityRecorder
  readonly unlocked: UnlockedKeys
  readonly invitationProves: InvitationProves
}
