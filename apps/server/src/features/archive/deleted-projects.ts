/** Deleted projects, until they are erased: their owner, or an operator, brings them back. */
import * as contract from '@envhold/contract/archive/archive.ts'
import { notFound } from '../../app-error.ts'
import { wireTime } from '../../http/responses/wire-time.ts'
import { verb } from '../../http/verb.ts'
import { daysMs } from '../../jobs/retention-rule.ts'
import { actorOf, transact } from '../audit-log/tx.ts'
import { listDeleted } from '../projects/project-store.ts'
import { purgedBefore } from '../projects/sweep-projects.ts'
import { requireArchiveRate } from './archive-by-owner.ts'
import { updatePhase } from './phase/update-phase.ts'
import { findDeleted, restoreDeleted } from './restore-deleted.ts'

export const listDeletedProjects = verb(contract.listDeletedProjects, async (ctx, { caller }) => {
  const range = { after: purgedBefore(ctx.clock()), limit: contract.maxDeletedProjects }
  const rows = await listDeleted(ctx, { ownerId: caller.userId }, range)
  return {
    deletedProjects: rows.toReversed().map(({ id, name, removed_at }) => ({
      id,
      name,
      deletedAt: wireTime(removed_at),
      erasedAt: wireTime(removed_at + daysMs(contract.retention.deletedProjectDays)),
    })),
  }
})

export const restoreDeletedProject = verb(
  contract.restoreDeletedProject,
  async (ctx, { caller, params, origin }) => {
    await requireArchiveRate(ctx, caller.userId)
    return await transact(ctx, actorOf(caller, origin), async (tx) => {
      const project = await findDeleted(tx, params.id)
      if (project?.owner_id !== caller.userId) throw notFound('Deleted project not found')
      const { id, name } = await restoreDeleted(tx, project)
      const description = `Restored the deleted project "${name}"`
      tx.record({ type: 'project_restored', severity: 'high', description, projectId: id })
      await updatePhase(tx, caller.userId)
      return { restored: { id, name } }
    })
  },
)
