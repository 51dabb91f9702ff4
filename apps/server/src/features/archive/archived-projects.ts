/** The archive: projects that the plan does not allow any more, kept for a while. */

import * as contract from '@envhold/contract/archive/archive.ts'
import { unlimited } from '@envhold/contract/billing/plans.ts'
import { formatCount } from '@envhold/contract/format-count.ts'
import { AppError, fieldError, notFound } from '../../app-error.ts'
import { wireTime } from '../../http/responses/wire-time.ts'
import { verb } from '../../http/verb.ts'
import { actorOf, type Tx, transact } from '../audit-log/tx.ts'
import { limitStatus, planOf, requireRoom } from '../plans/limits.ts'
import type { OwnedProject } from '../projects/project-store.ts'
import { archiveByOwner, requireArchiveRate } from './archive-by-owner.ts'
import { type ArchivedProject, findArchivedByToken, restoreArchived } from './archived-project-store.ts'
import { mailRestored } from './phase/collaborator-mails.ts'
import { evaluate } from './phase/evaluate.ts'
import { needsUpgrade, peopleWith } from './phase/excess.ts'
import { daysLeft } from './phase/facts.ts'
import { type LoadedAccount, loadAccount } from './phase/phase-account.ts'
import { updatePhase } from './phase/update-phase.ts'

const noProject = () => notFound('Project not found')

/** The caller's archived projects, the next to be deleted first. */
export const listArchivedProjects = verb(contract.listArchivedProjects, async (ctx, { caller }) => {
  const account = await loadAccount(ctx, caller.userId)
  if (!account) throw new AppError('UNAUTHENTICATED')
  const { facts } = account
  const now = ctx.clock()
  const view = (archived: ArchivedProject): contract.ArchivedProject => ({
    id: archived.project_id,
    name: archived.name,
    description: archived.description,
    reason: archived.reason,
    archivedAt: wireTime(archived.archived_at),
    expiresAt: wireTime(archived.expires_at),
    daysUntilExpiry: daysLeft(archived.expires_at, now),
    restoreToken: archived.restore_token,
    upgradeRequired: needsUpgrade(facts, archived),
  })
  const archivedProjects = account.archived.map(view)
  const hiddenCount = archivedProjects.filter(({ upgradeRequired }) => upgradeRequired).length
  const limits = await planOf(ctx, caller.userId)
  const places = limitStatus(limits, 'projects', facts.projects.length)
  // The last sweep may be an hour ago.
  const { grace } = evaluate(facts, now, { destructive: false }).next
  return {
    archivedProjects,
    hiddenCount,
    upgradeRequired: hiddenCount > 0,
    availableSlots: places.unlimited ? null : places.remaining,
    currentPlan: limits.display_name,
    gracePeriodStatus: {
      inGracePeriod: grace !== null,
      daysRemaining: grace ? daysLeft(grace.end, now) : 0,
      gracePeriodEnd: grace ? wireTime(grace.end) : null,
    },
    showGracePeriodWarning: grace !== null,
  }
})

/** Archives one of the caller's own projects. To everyone else, collaborators included, it does not exist. */
export const archiveProject = verb(contract.archiveProject, async (ctx, { caller, params, origin }) => {
  const [archived] = await archiveByOwner(ctx, actorOf(caller, origin), ({ live }) => {
    const project = live.find(({ id }) => id === params.id)
    if (!project) throw noProject()
    return [project]
  })
  if (!archived) throw noProject()
  return { archived }
})

/** Archives all of the caller's projects but those to keep, the newest first. */
export const archiveExcess = verb(contract.archiveExcess, async (ctx, { caller, body, origin }) => {
  const keep = new Set(body.keep)
  return {
    archived: await archiveByOwner(ctx, actorOf(caller, origin), (account) => excessOf(account, keep)),
  }
})

/** Brings one of the caller's projects back from the archive, with all that belongs to it. */
export const restoreProject = verb(contract.restoreProject, async (ctx, { caller, params, origin }) => {
  const { userId } = caller
  await requireArchiveRate(ctx, userId)
  return await transact(ctx, actorOf(caller, origin), async (tx) => {
    await tx.lock([userId])
    const archived = await findArchivedByToken(tx, params.restoreToken)
    if (archived?.owner_id !== userId) throw notFound('Archived project not found')
    await requireRestorable(tx, archived)
    await restoreArchived(tx, archived)
    const { project_id: id, name } = archived
    const description = `Restored the project "${name}"`
    tx.record({ type: 'project_restored', description, projectId: id })
    await mailRestored(tx, userId, [id])
    await updatePhase(tx, userId)
    return { restored: { id, name } }
  })
})

const wrongKeep = (message: string) => fieldError('keep', message)

function excessOf({ live, facts }: LoadedAccount, keep: ReadonlySet<number>): OwnedProject[] {
  const max = facts.maxProjects
  if (max !== unlimited && keep.size > max) throw wrongKeep(`Your plan keeps ${formatCount(max, 'project')}`)
  const ids = new Set(live.map(({ id }) => id))
  if ([...keep].some((id) => !ids.has(id))) throw wrongKeep('Must be projects of yours')
  return live
    .filter(({ id }) => !keep.has(id))
    .toSorted((left, right) => right.created_at - left.created_at || right.id - left.id)
    .slice(0, contract.maxArchivedAtOnce)
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
