import type { restoreProject as endpoint } from '@envhold/contract/archive.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { actedBy } from '../audit-log/acted-by.ts'
import { type Tx, transact } from '../audit-log/tx.ts'
import { planOf, requireRoom } from '../plans/limits.ts'
import { requireArchiveRate } from './archive-rule.ts'
import { type ArchivedProject, findArchivedByToken, restoreArchived } from './archived-project-store.ts'
import { needsUpgrade, peopleWith } from './phase/excess.ts'
import { loadAccount } from './phase/load-account.ts'
import { updatePhase } from './phase/update-phase.ts'

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

/**
 * Checks that the plan has room for an archived project and for those who share it. Otherwise restoring could start a
 * grace period.
 * @throws AppError UPGRADE_REQUIRED, LIMIT_REACHED
 */
async function requireRestorable(
  tx: Tx,
  { owner_id, project_id }: Pick<ArchivedProject, 'owner_id' | 'project_id'>,
): Promise<void> {
  const { facts } = (await loadAccount(tx, owner_id)) ?? {}
  const archived = facts?.archived.find(({ id }) => id === project_id)
  if (!facts || !archived) throw new AppError('NOT_FOUND')
  if (needsUpgrade(facts, archived))
    throw new AppError('UPGRADE_REQUIRED', {
      message: 'Cannot restore project: upgrade required to restore system-archived projects.',
    })
  const limits = await planOf(tx, owner_id)
  requireRoom(limits, 'projects', facts.projects.length)
  const people = peopleWith(facts.people, archived.people, project_id)
  if (people.length > 0) requireRoom(limits, 'collaborators', people.length - 1)
}
