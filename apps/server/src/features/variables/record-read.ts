import type { UserCaller } from '../../http/caller.ts'
import type { Origin } from '../../http/route.ts'
import { actedBy } from '../audit-log/acted-by.ts'
import type { ActivityRecorder } from '../audit-log/activity-recorder.ts'
import type { EnvironmentAccess } from '../environments/environment-access.ts'
import type { Keyring } from '../keyring/keyring.ts'

/** What the variables slice works with, beside the context. */
export interface VariableDeps {
  readonly ring: Keyring
  readonly recorder: ActivityRecorder
}

/** Every call that needs the vault brings these. */
export interface UnlockedCall {
  readonly caller: UserCaller
  readonly origin: Origin
  readonly masterPassword: string | undefined
}

/** Puts a read of values on record; nothing that was read may be answered before. */
export function recordRead(
  recorder: ActivityRecorder,
  { caller, origin }: UnlockedCall,
  { environment, project }: Pick<EnvironmentAccess, 'environment' | 'project'>,
  what: string,
): Promise<void> {
  return recorder.record({
    ...actedBy(caller, origin),
    type: 'variables_read',
    severity: 'low',
    description: `${what} the environment "${environment.name}" of "${project.name}"`,
    projectId: project.id,
    environmentId: environment.id,
  })
}
