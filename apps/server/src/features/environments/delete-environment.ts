import type { deleteEnvironment as endpoint } from '@envhold/contract/environments.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Call } from '../../http/route.ts'
import { actedBy } from '../audit-log/acted-by.ts'
import { appendActivity } from '../audit-log/append-activity.ts'
import { requireEnvironment } from './environment-access.ts'
import { deleteEnvironmentRow } from './environment-store.ts'

/** Its keys, versions and grants go with it. */
export function deleteEnvironment(
  ctx: Context,
  { caller, params, origin }: Call<typeof endpoint>,
): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { environment, project } = await requireEnvironment(tx, caller, params.envId, 'own', {
      hold: true,
    })
    if (project.id !== params.projectId) throw new AppError('NOT_FOUND', { message: 'Environment not found' })
    await deleteEnvironmentRow(tx.db, environment.id)
    await appendActivity(tx, [
      {
        ...actedBy(caller, origin),
        type: 'environment_deleted',
        severity: 'high',
        description: `Deleted the environment "${environment.name}" of "${project.name}"`,
        projectId: project.id,
        environmentId: environment.id,
      },
    ])
  })
}
