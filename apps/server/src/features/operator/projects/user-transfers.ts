/** Operators start and call off transfers of projects. Only the collaborator's open vault completes one. */
import * as contract from '@envhold/contract/operator/projects.ts'
import { conflict, notFound } from '../../../app-error.ts'
import type { DbContext } from '../../../context.ts'
import { verb } from '../../../http/verb.ts'
import { operatorOf } from '../../accounts/suspend-account.ts'
import { type Tx, transact, unnamedActor } from '../../audit-log/tx.ts'
import { endTransfer, startTransfer, transferView } from '../../collaborators/transfer/start-transfer.ts'
import { findOpenTransfer, listCandidates } from '../../collaborators/transfer/transfer-store.ts'
import type { OwnedProject } from '../../projects/project-store.ts'
import { findProjectOfUser } from '../../projects/shared-project-store.ts'
import { findUser, type User } from '../../users/user-store.ts'
import { requireNoMorePermissions } from '../roles/authority.ts'
import { recordOperatorAction } from '../users/operator-action-store.ts'

const projectNotFound = () => notFound('Project not live')

/** A live project. @throws AppError NOT_FOUND */
async function requireLiveProject(ctx: DbContext<'secrets'>, id: number): Promise<OwnedProject> {
  const live = await findProjectOfUser(ctx, id, 0)
  if (!live) throw projectNotFound()
  return live.project
}

export const readUserTransfer = verb(contract.readUserTransfer, async (ctx, { params }) => {
  const project = await requireLiveProject(ctx, params.id)
  const transfer = await findOpenTransfer(ctx, project.id)
  const candidates = await listCandidates(ctx, project.id)
  return {
    transfer: transfer ? await transferView(ctx, transfer) : null,
    candidates: candidates.map(({ userId, username, unavailable, missing }) => ({
      user_id: userId,
      username,
      unavailable,
      missing_environments: missing.length,
    })),
  }
})

export const startUserTransfer = verb(
  contract.startUserTransfer,
  (ctx, { caller: { userId }, params, body: { user_id: toId, reason }, origin }) =>
    transact(ctx, { userId, origin }, async (tx) => {
      if (toId === userId) throw conflict('You cannot transfer a project to yourself.')
      const { owner_id } = await requireLiveProject(tx, params.id)
      await tx.lock([userId, owner_id, toId])
      const project = await requireLiveProject(tx, params.id)
      const owner = await requireOwner(tx, project, owner_id)
      if (owner.status === 'INACTIVE')
        throw conflict('The account of the owner is deleted. It can be restored with all its projects.')
      await startTransfer(tx, { project, toId, remainingRole: 'write', reason })
      const details = { project: project.name, to: toId }
      await recordOperatorAction(tx, { userId: owner_id, act: 'start_transfer', reason, details })
      return { message: 'The owner was e-mailed and can object for 7 days.' }
    }),
)

/** The owner whose account is locked. @throws AppError NOT_FOUND, FORBIDDEN */
async function requireOwner(tx: Tx, project: OwnedProject, ownerId: number): Promise<User> {
  const owner = await findUser(tx, ownerId)
  if (!owner || project.owner_id !== ownerId) throw projectNotFound()
  await requireNoMorePermissions(tx, owner, 'admin.cleanup')
  return owner
}

export const endUserTransfer = verb(
  contract.endUserTransfer,
  (ctx, { caller: { userId }, params, body: { reason }, origin }) =>
    transact(ctx, { userId, origin }, async (tx) => {
      const { owner_id } = await requireLiveProject(tx, params.id)
      await tx.lock([userId, owner_id])
      const project = await requireLiveProject(tx, params.id)
      await requireOwner(tx, project, owner_id)
      const transfer = await findOpenTransfer(tx, project.id)
      if (!transfer || transfer.from_id !== owner_id) throw notFound('This project is not being transferred.')
      await endTransfer(tx, transfer, project, {
        why: `An operator called it off: ${reason}`,
        description: (name) =>
          `${operatorOf(tx)} called off the transfer of the project "${name}": ${reason}`,
        actor: unnamedActor,
      })
      const details = { project: project.name }
      await recordOperatorAction(tx, { userId: owner_id, act: 'end_transfer', reason, details })
      return { message: 'The transfer was called off.' }
    }),
)
