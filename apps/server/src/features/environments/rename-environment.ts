import type { Environment, renameEnvironment as endpoint } from '@envhold/contract/environments.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Call } from '../../http/route.ts'
import { actedBy } from '../audit-log/acted-by.ts'
import { appendActivity } from '../audit-log/append-activity.ts'
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
    inTransaction(ctx, async (tx) => {
      const { environment, project } = await requireEnvironment(tx, caller, params.id, 'own', {
        hold: true,
      })
      const renamed = await changeEnvironment(tx, environment, { name: body.name })
      await appendActivity(tx, [
        {
          ...actedBy(caller, origin),
          type: 'environment_updated',
          severity: 'low',
          description: `Renamed the environment "${environment.name}" to "${body.name}"`,
          projectId: project.id,
          environmentId: environment.id,
        },
      ])
      return environmentView(renamed)
    }),
  )
}
