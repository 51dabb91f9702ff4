import { transferDays } from '@envhold/contract/projects/transfers.ts'
import type { Context } from '../../../context.ts'
import { unlessTampered } from '../../../db/unless-tampered.ts'
import type { RetentionRule } from '../../../jobs/retention-rule.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import { type Tx, transact } from '../../audit-log/tx.ts'
import { findProjectOfUser } from '../../projects/shared-project-store.ts'
import { findUser } from '../../users/user-store.ts'
import { endTransfer } from './start-transfer.ts'
import { listDueTransfers, type Transfer, transferRows } from './transfer-store.ts'

export const transferRetention: readonly RetentionRule[] = [
  {
    what: 'An offer to transfer a project that was not accepted',
    period: { days: transferDays },
    after: 'it could be accepted',
  },
]

const maxAtOnce = 1_000

/** Ends transfers that nobody accepted, and mails those that can be accepted now. One that fails stops no other. */
export async function sweepTransfers(ctx: Context): Promise<number> {
  let swept = 0
  for (const id of await listDueTransfers(ctx, maxAtOnce))
    await unlessTampered(ctx, 'sweep', async () => {
      await sweepTransfer(ctx, id)
      swept++
    })
  return swept
}

const sweepTransfer = (ctx: Context, projectId: number) =>
  transact(ctx, { userId: null, origin: null }, async (tx) => {
    const before = await transferRows.find(tx, { project_id: projectId })
    if (!before) return
    await tx.lock([before.from_id, before.to_id])
    const transfer = await transferRows.find(tx, { project_id: projectId })
    if (!transfer) return
    if (transfer.expires_at <= tx.clock()) await expire(tx, transfer)
    else await announce(tx, transfer)
  })

/** Nobody is mailed about a project that is deleted or archived. */
async function expire(tx: Tx, transfer: Transfer): Promise<void> {
  const live = await findProjectOfUser(tx, transfer.project_id, transfer.from_id)
  if (live)
    await endTransfer(tx, transfer, live.project, {
      why: 'It was not accepted in time.',
      description: (name) => `The transfer of the project "${name}" expired`,
    })
  else await transferRows.remove(tx, { project_id: transfer.project_id })
}

async function announce(tx: Tx, transfer: Transfer): Promise<void> {
  const { project_id, from_id, to_id, expires_at: expires } = transfer
  await transferRows.change(tx, transfer, { announced: 1 })
  const live = await findProjectOfUser(tx, project_id, from_id)
  const [owner, to] = [await findUser(tx, from_id), await findUser(tx, to_id)]
  if (!live || !owner || !to) return
  const variables = { project: live.project.name, projectId: project_id, owner: owner.username, expires }
  await queueMail(tx, 'transferOffered', { to: to.email, variables })
}
