import type { deleteEnvironment as endpoint } from '@envhold/contract/environments.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { actedBy } from '../audit-log/acted-by.ts'
import { transact } from '../audit-log/tx.ts'
import { requireEnvironment } from './environment-access.ts'
import { deleteEnvironmentRow } from './environment-store.ts'
import { requireConfirmation } from './require-confirmation.ts'

/** Deletes its keys, versions and grants too. */
export function deleteEnvironment(
  ctx: Context,
  { caller, params, origin, confirmedEnvironment }: Call<typeof endpoint>,
): Promise<void> {
  return transact(ctx, actedBy(caller, origin), async (tx) => {
    const { environment, project } = await requireEnvironment(tx, caller, {
      id: params.envId,
      act: 'manage',
      hold: true,
    })
    if (project.id !== params.projectId) throw new AppError('NOT_FOUND', { message: 'Environment not found' })
    requireConfirmation(environment, confirmedEnvironment, {
      replaced: 0,
      deleted: environment.variable_count,
    })
    await deleteEnvironmentRow(tx.db, environment.id)
    tx.revoked({ kind: 'environment', projectId: project.id, environmentId: environment.id })
    tx.record({
      type: 'environment_deleted',
      severity: 'high',
      description: `Deleted the environment "${environment.name}" of "${project.name}"`,
      projectId: project.id,
      environmentId: environment.id,
    })
  })
}
