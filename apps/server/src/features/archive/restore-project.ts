import type { restoreProject as endpoint } from '@envhold/contract/archive.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { actedBy } from '../audit-log/acted-by.ts'
import { transact } from '../audit-log/tx.ts'
import { requireArchiveRate } from './archive-rule.ts'
import { findArchivedByToken, restoreArchived } from './archived-project-store.ts'
import { updatePhase } from './phase/update-phase.ts'
import { requireRestorable } from './require-restorable.ts'

/** Brings one of the caller's projects back from the archive, with all that belongs to it. */
export async function restoreProject(
  ctx: Context,
  { caller, params, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const { userId } = caller
  await requireArchiveRate(ctx, userId)
  return await transact(ctx, actedBy(caller, origin), async (tx) => {
    await tx.lock([userId])
    const archived = await findArchivedByToken(tx, params.restoreToken)
    if (archived?.owner_id !== userId)
      throw new AppError('NOT_FOUND', { message: 'Archived project not found' })
    await requireRestorable(tx, archived)
    await restoreArchived(tx, archived)
    const { project_id: id, name } = archived
    tx.record({
      type: 'project_restored',
      severity: 'medium',
      description: `Restored the project "${name}"`,
      projectId: id,
    })
    await updatePhase(tx, userId)
    return { restored: { id, name } }
  })
}
