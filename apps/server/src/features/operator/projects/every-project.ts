/** The projects of the instance, and what operators do to them. */
import { retention } from '@envhold/contract/archive/archive.ts'
import * as contract from '@envhold/contract/operator/projects.ts'
import { AppError, conflict, notFound } from '../../../app-error.ts'
import { wireTime } from '../../../http/responses/wire-time.ts'
import { verb } from '../../../http/verb.ts'
import { daysMs } from '../../../jobs/retention-rule.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import { operatorOf } from '../../accounts/suspend-account.ts'
import { updatePhase } from '../../archive/phase/update-phase.ts'
import { findDeleted, restoreDeleted } from '../../archive/restore-deleted.ts'
import { transact } from '../../audit-log/tx.ts'
import { findUser } from '../../users/user-store.ts'
import { offsetOf, paginationOf, totalOf } from '../paging.ts'
import { requireNoMorePermissions } from '../roles/authority.ts'
import { recordOperatorAction } from '../users/operator-action-store.ts'
import {
  countEveryProject,
  listProjectRows,
  type ProjectState,
  readProjectUse,
} from './every-project-store.ts'

const stateOf = (removedAt: number | null, archivedUntil: number | null): ProjectState =>
  removedAt === null ? 'live' : archivedUntil === null ? 'deleted' : 'archived'

export const listEveryProject = verb(contract.listEveryProject, async (ctx, { query }) => {
  const filter = { state: query.state, search: query.search?.trim() ?? '' }
  const rows = await listProjectRows(ctx, filter, { limit: query.limit, offset: offsetOf(query) })
  const total = await totalOf(query, rows.length, () => countEveryProject(ctx, filter))
  const useOf = await readProjectUse(
    ctx.db,
    rows.map(({ id }) => id),
  )
  const projects = rows.map(({ id, name, owner_id, owner_username, created_at, removed_at, expires_at }) => {
    const { lastAt, ...use } = useOf(id)
    const availableUntil =
      expires_at ?? (removed_at === null ? null : removed_at + daysMs(retention.deletedProjectDays))
    return {
      id,
      name,
      owner: { id: owner_id, username: owner_username },
      state: stateOf(removed_at, expires_at),
      created_at: wireTime(created_at),
      removed_at: removed_at === null ? null : wireTime(removed_at),
      available_until: availableUntil === null ? null : wireTime(availableUntil),
      last_activity_at: lastAt === null ? null : wireTime(lastAt),
      ...use,
    }
  })
  return { projects, pagination: paginationOf(query, total) }
})

/** Brings a deleted project back for its owner, who is told. Nothing of it is decrypted. */
export const restoreUserProject = verb(
  contract.restoreUserProject,
  (ctx, { caller: { userId }, params, body: { reason }, origin }) =>
    transact(ctx, { userId, origin }, async (tx) => {
      const deleted = await findDeleted(tx, params.id)
      if (deleted) await tx.lock([userId, deleted.owner_id])
      const owner = deleted && (await findUser(tx, deleted.owner_id))
      if (!deleted || !owner) throw notFound('Deleted project not found')
      await requireNoMorePermissions(tx, owner, 'admin.cleanup')
      if (owner.status === 'INACTIVE')
        throw conflict('The account of the owner is deleted. It can be restored with all its projects.')
      const { id, name, owner_id } = await restoreDeleted(tx, deleted).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'LIMIT_REACHED')
          throw conflict('The plan of the owner has no room for it.')
        throw error
      })
      await recordOperatorAction(tx, {
        userId: owner_id,
        act: 'restore_project',
        reason,
        details: { project: name },
      })
      const description = `${operatorOf(tx)} restored the deleted project "${name}": ${reason}`
      tx.record({
        type: 'project_restored',
        severity: 'high',
        description,
        userId: owner_id,
        projectId: id,
        origin: null,
      })
      await queueMail(tx, 'projectRestoredByOperator', {
        to: owner.email,
        variables: { project: name, reason },
      })
      await updatePhase(tx, owner_id)
      return { message: 'The project was restored.' }
    }),
)
