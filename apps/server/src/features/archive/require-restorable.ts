import { AppError } from '../../app-error.ts'
import type { Tx } from '../audit-log/tx.ts'
import { planOf, requireRoom } from '../plans/limits.ts'
import type { ArchivedProject } from './archived-project-store.ts'
import { needsUpgrade, peopleWith } from './phase/excess.ts'
import { loadAccount } from './phase/load-account.ts'

/**
 * Checks that the plan has room for an archived project and for those who share it. Otherwise restoring could start a
 * grace period.
 * @throws AppError UPGRADE_REQUIRED, LIMIT_REACHED
 */
export async function requireRestorable(
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
