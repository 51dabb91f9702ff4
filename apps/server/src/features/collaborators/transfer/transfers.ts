/** What the owner of a project and the collaborator to whom it is offered do with its transfer. */
import * as contract from '@envhold/contract/projects/transfers.ts'
import { notFound } from '../../../app-error.ts'
import { verb } from '../../../http/verb.ts'
import { actorOf, transact } from '../../audit-log/tx.ts'
import { requireProject } from '../../projects/project-access.ts'
import { requireRateLimit } from '../../users/attempt-limits.ts'
import type { AttemptRule } from '../../users/attempt-store.ts'
import { endTransfer, startTransfer, transferView } from './start-transfer.ts'
import { findOpenTransfer, listCandidates } from './transfer-store.ts'

/** Each offer mails two people. */
const offerRule: AttemptRule = { kind: 'transfer-offer', limit: 10, windowMs: 86_400_000 }

export const readProjectTransfer = verb(contract.readProjectTransfer, async (ctx, { caller, params }) => {
  const { role, project } = await requireProject(ctx, caller, params.id, 'read')
  const transfer = await findOpenTransfer(ctx, project.id)
  const isOwner = role === 'owner'
  const isShown = transfer && (isOwner || transfer.to_id === caller.userId)
  const candidates = isOwner ? await listCandidates(ctx, project.id) : []
  return {
    transfer: isShown ? await transferView(ctx, transfer) : null,
    candidates: candidates.map(({ userId, username, unavailable, missing }) => ({
      user_id: userId,
      username,
      unavailable,
      missing_environments: [...missing],
    })),
  }
})

export const offerProjectTransfer = verb(contract.offerProjectTransfer, async (ctx, call) => {
  const { caller, params, body, origin } = call
  await requireProject(ctx, caller, params.id, 'read as owner')
  await requireRateLimit(ctx, offerRule, String(caller.userId))
  return await transact(ctx, actorOf(caller, origin), async (tx) => {
    await tx.lock([caller.userId, body.user_id])
    const { project } = await requireProject(tx, caller, params.id, 'read as owner')
    const toId = body.user_id
    const offer = { project, toId, remainingRole: body.remaining_role, reason: null }
    return { transfer: await transferView(tx, await startTransfer(tx, offer)) }
  })
})

const noTransfer = () => notFound('This project is not being transferred.')

export const endProjectTransfer = verb(contract.endProjectTransfer, (ctx, { caller, params, origin }) =>
  transact(ctx, actorOf(caller, origin), async (tx) => {
    const { project, role } = await requireProject(tx, caller, params.id, 'read')
    await tx.lock([caller.userId, project.owner_id])
    const transfer = await findOpenTransfer(tx, project.id)
    const isOwner = role === 'owner'
    if (!transfer || !(isOwner || transfer.to_id === caller.userId)) throw noTransfer()
    if (transfer.from_id !== project.owner_id) throw noTransfer()
    await endTransfer(tx, transfer, project, {
      why: isOwner ? 'The owner called it off.' : 'It was declined.',
      description: (name) => `${isOwner ? 'Called off' : 'Declined'} the transfer of the project "${name}"`,
    })
    return { message: isOwner ? 'The transfer was called off.' : 'You declined the transfer.' }
  }),
)
