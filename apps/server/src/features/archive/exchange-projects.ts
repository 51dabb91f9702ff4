/** The exchange of an archived project for one in use. */
import * as contract from '@envhold/contract/archive/archive.ts'
import { AppError, conflict, notFound } from '../../app-error.ts'
import { wireTime } from '../../http/responses/wire-time.ts'
import { verb } from '../../http/verb.ts'
import { daysMs } from '../../jobs/retention-rule.ts'
import { actorOf, type Tx, transact } from '../audit-log/tx.ts'
import { mailArchived, requireArchiveRate } from './archive-by-owner.ts'
import {
  type ArchivedProject,
  archiveProject,
  findArchivedByToken,
  restoreArchived,
} from './archived-project-store.ts'
import { mailRestored } from './phase/collaborator-mails.ts'
import { beyond, peopleWith } from './phase/excess.ts'
import { loadAccount } from './phase/phase-account.ts'
import { findNewestInHistory } from './phase/phase-store.ts'
import { updatePhase } from './phase/update-phase.ts'

/** Begins the description of an exchange. No other begins so: the names of projects come later in theirs. */
const exchanged = 'Exchanged projects: '

/**
 * Archives a project of the caller for 30 days and restores an archived one in its place, whatever has archived that.
 * @throws AppError NOT_FOUND, CONFLICT in a grace period, LIMIT_REACHED, RATE_LIMITED within 7 days of the last one
 */
export const exchangeProjects = verb(contract.exchangeProjects, async (ctx, { caller, body, origin }) => {
  const { userId } = caller
  await requireArchiveRate(ctx, userId)
  return await transact(ctx, actorOf(caller, origin), async (tx) => {
    await tx.lock([userId])
    await updatePhase(tx, userId)
    const account = await loadAccount(tx, userId)
    const archived = await findArchivedByToken(tx, body.restoreToken)
    const live = account?.live.find(({ id }) => id === body.archive)
    if (!account || !live || archived?.owner_id !== userId) throw notFound('Project not found')
    if (account.facts.phase === 'grace')
      throw conflict('In a grace period, archive a project and then restore the other.')
    await requireWeek(tx, userId)
    const expires = tx.clock() + daysMs(contract.retention.archivedProjectDays)
    // It keeps the reason: what only a paid plan brings back stays so, whichever project it is.
    await archiveProject(tx, live, { reason: archived.reason, expires })
    await requirePeopleFit(tx, archived)
    await restoreArchived(tx, archived)
    const { project_id: restoredId, name } = archived
    const archivedText = `Archived the project "${live.name}"`
    const restoredText = `Restored the project "${name}"`
    const description = `${exchanged}archived "${live.name}" and restored "${name}"`
    // The collaborators of one project do not learn the name of the other.
    tx.record(
      { type: 'project_archived', description: archivedText, projectId: live.id },
      { type: 'project_restored', description: restoredText, projectId: restoredId },
      { type: 'projects_restored', description },
    )
    await mailArchived(tx, account.user, [live], expires)
    await mailRestored(tx, userId, [restoredId])
    await updatePhase(tx, userId)
    return {
      restored: { id: restoredId, name },
      archived: { id: live.id, name: live.name },
      expiresAt: wireTime(expires),
    }
  })
})

/** @throws AppError RATE_LIMITED within 7 days of the last exchange */
async function requireWeek(tx: Tx, userId: number): Promise<void> {
  const last = await findNewestInHistory(tx.db, userId, exchanged)
  const weekMs = daysMs(contract.exchangeDays)
  const leftMs = last ? Math.min(weekMs, last.at + weekMs - tx.clock()) : 0
  if (leftMs > 0)
    throw new AppError('RATE_LIMITED', {
      message: `Projects can be exchanged once in ${contract.exchangeDays} days.`,
      retryAfter: Math.ceil(leftMs / 1_000),
    })
}

/** The place is free now. Those who share the project need room too. @throws AppError LIMIT_REACHED */
async function requirePeopleFit(tx: Tx, { owner_id, project_id }: ArchivedProject): Promise<void> {
  const account = await loadAccount(tx, owner_id)
  const archived = account?.facts.archived.find(({ id }) => id === project_id)
  if (!account || !archived) throw new AppError('NOT_FOUND')
  const { facts } = account
  const tooMany = beyond(peopleWith(facts.people, archived.people, project_id).length, facts.maxCollaborators)
  if (tooMany > 0)
    throw new AppError('LIMIT_REACHED', {
      message: 'Your plan has no room for those who share this project.',
    })
}
