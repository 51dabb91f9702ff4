import type { endFormerName as endpoint } from '@envhold/contract/former-names.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { actedBy } from '../audit-log/acted-by.ts'
import { transact } from '../audit-log/tx.ts'
import { requireEnvironment } from './environment-access.ts'
import { deleteFormerName, findFormerName } from './former-name-store.ts'
import { requireConfirmation } from './require-confirmation.ts'

/** @throws AppError NOT_FOUND when the environment does not answer to this name, PROTECTED_ENVIRONMENT */
export function endFormerName(
  ctx: Context,
  { caller, params, origin, confirmedEnvironment }: Call<typeof endpoint>,
): Promise<void> {
  return transact(ctx, actedBy(caller, origin), async (tx) => {
    const { environment } = await requireEnvironment(tx, caller, {
      id: params.id,
      act: 'manage',
      hold: true,
    })
    const former = await findFormerName(tx, environment.project_id, params.name)
    if (former?.environment_id !== environment.id)
      throw new AppError('NOT_FOUND', { message: 'The environment does not answer to this name.' })
    requireConfirmation(environment, confirmedEnvironment, { replaced: 0, deleted: 0 })
    await deleteFormerName(tx.db, former)
    tx.record({
      type: 'environment_updated',
      severity: 'low',
      description: `Ended the former name "${former.name}" of the environment "${environment.name}"`,
      projectId: environment.project_id,
      environmentId: environment.id,
    })
  })
}
