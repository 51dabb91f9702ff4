/** Names that an environment had before, and still answers to. */
import * as contract from '@envhold/contract/environments/former-names.ts'
import { notFound } from '../../app-error.ts'
import { wireTime } from '../../http/responses/wire-time.ts'
import { verb } from '../../http/verb.ts'
import { actorOf, transact } from '../audit-log/tx.ts'
import { requireEnvironment } from './environment-access.ts'
import { requireConfirmation } from './environment-view.ts'
import { deleteFormerName, endOf, findFormerName, listFormerNameRows } from './former-name-store.ts'

export const listFormerNames = verb(contract.listFormerNames, async (ctx, { caller, params }) => {
  const { environment } = await requireEnvironment(ctx, caller, { id: params.id, operation: 'read' })
  const rows = await listFormerNameRows(ctx, environment.id)
  return { former_names: rows.map((row) => ({ name: row.name, ends_at: wireTime(endOf(row)) })) }
})

/** @throws AppError NOT_FOUND when the environment does not answer to this name, PROTECTED_ENVIRONMENT */
export const endFormerName = verb(
  contract.endFormerName,
  (ctx, { caller, params, origin, confirmedEnvironment }) =>
    transact(ctx, actorOf(caller, origin), async (tx) => {
      const { environment } = await requireEnvironment(tx, caller, {
        id: params.id,
        operation: 'manage',
        hold: true,
      })
      const former = await findFormerName(tx, environment.project_id, params.name)
      if (former?.environment_id !== environment.id)
        throw notFound('The environment does not answer to this name.')
      requireConfirmation(environment, confirmedEnvironment, { replaced: 0, deleted: 0 })
      await deleteFormerName(tx.db, former)
      tx.record({
        type: 'environment_updated',
        description: `Ended the former name "${former.name}" of the environment "${environment.name}"`,
        projectId: environment.project_id,
        environmentId: environment.id,
      })
      return { message: 'Former name ended successfully!' }
    }),
)
