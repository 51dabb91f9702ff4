import type { ProviderCache } from '../../identity-provider/connect-provider.ts'
import type { ActivityRecorder } from '../audit-log/activity-recorder.ts'
import type { SessionWorld } from '../sessions/sessions.ts'
import type { Argon2Limiter } from '../users/argon2-limiter.ts'
import type { WorkAfterAnswer } from './work-after-answer.ts'

/** What the calls of accounts need. */
export interface AccountWorld extends SessionWorld {
  readonly limiter: Argon2Limiter
  readonly recorder: ActivityRecorder
  readonly providers: ProviderCache
  readonly afterAnswer: WorkAfterAnswer
}
