import type { Db } from '../../db/connect.ts'
import type { ActivityRecorder } from '../audit-log/activity-recorder.ts'
import type { Argon2Limiter } from '../users/argon2-limiter.ts'
import type { UnlockedKeys } from './sessions.ts'

/**
 * What the link of an invitation proves about its bearer: that they read mail at this address, that they were invited
 * under it, or nothing. A link that the inviter handed over was never mailed, so it does not prove the address. The
 * collaborators slice provides this, because sessions may not import it.
 */
export type ReadInvitationProof = (
  db: Db,
  secret: string,
  email: string,
) => Promise<'address' | 'invited' | null>

export interface SessionDeps {
  readonly limiter: Argon2Limiter
  readonly recorder: ActivityRecorder
  readonly unlocked: UnlockedKeys
  readonly readInvitationProof: ReadInvitationProof
}
