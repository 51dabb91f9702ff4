import type { Environment, renameEnvironment as endpoint } from '@envhold/contract/environments.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { actedBy } from '../audit-log/acted-by.ts'
import { transact } from '../audit-log/tx.ts'
import { requireEnvironment } from './environment-access.ts'
import { changeEnvironment } from './environment-store.ts'
import { environmentView } from './environment-view.ts'
import { rejectTakenNames } from './reject-taken-names.ts'

/** @throws AppError CONFLICT when the project has an environment of this name */
export function renameEnvironment(
  ctx: Context,
  { caller, params, body, origin }: Call<typeof endpoint>,
): Promise<Environment> {
  return rejectTakenNames(() =>
    transact(ctx, actedBy(caller, origin), async (tx) => {
      const { environment, project } = await requireEnvironment(tx, caller, {
        id: params.id,
        act: 'manage',
        hold: true,
      })
      const renamed = await changeEnvironment(tx, environment, { name: body.name })
      tx.record({
        type: 'environment_updated',
        severity: 'low',
        description: `Renamed the environment "${environment.name}" to "${body.name}"`,
        projectId: project.id,
        environmentId: environment.id,
      })
      return environmentView(renamed)
    }),
  )
}
