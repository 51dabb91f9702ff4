import type { ActivityRecorder } from '../audit-log/activity-recorder.ts'
import type { Keyring } from '../keyring/keyring.ts'

/** The dependencies of the variables slice besides the context. */
export interface VariableDeps {
  readonly ring: Keyring
  readonly recorder: ActivityRecorder
}
