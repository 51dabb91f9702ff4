import type { Gate } from '../accounts/argon-gate.ts'
import type { ActivityRecorder } from '../audit-log/activity-recorder.ts'

/** What the keyring has unlocked for a session; it goes when the session goes. */
export interface UnlockedKeys {
  dropSession(sessionId: string): void
  dropUser(userId: number, exceptSession?: string): void
}

export interface SessionParts {
  readonly gate: Gate
  readonly recorder: ActivityRecorder
  readonly unlocked: UnlockedKeys
}
