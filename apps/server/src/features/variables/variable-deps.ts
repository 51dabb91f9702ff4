import type { ActivityRecorder } from '../audit-log/activity-recorder.ts'
import type { Keyring } from '../keyring/keyring.ts'

/** What the variables slice works with, beside the context. */
export interface VariableDeps {
  readonly ring: Keyring
  readonly recorder: ActivityRecorder
}
