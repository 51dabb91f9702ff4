import { transferDays } from '@envhold/contract/projects/transfers.ts'
import type { Context } from '../../../context.ts'
import { unlessTampered } from '../../../db/unless-tampered.ts'
import type { RetentionRule } from '../../../jobs/retention-rule.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import { type Tx, transact } from '../../audit-log/tx.ts'
import { findUser } from '../../users/user-store.ts'
import { endOffer, findProjectToMail } from './end-offers.ts'
import type { TransferEnd } from './start-transfer.ts'
import { listDueTransfers, type Transfer, transferRows } from './transfer-store.ts'

export const transferRetention: readonly RetentionRule[] = [
  {
    what: 'An offer to transfer a project that was not accepted',
    period: { days: transferDays },
    after: 'it could be accepted',
  },
]

const maxAtOnce = 1_000

const expiry: TransferEnd = {
  why: 'It was not accepted in time.',
  description: (name) => `The transfer of the project "${name}" expired`,
}

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
    if (transfer.expires_at <= tx.clock()) await endOffer(tx, transfer, expiry)
    else await announce(tx, transfer)
  })

async function announce(tx: Tx, transfer: Transfer): Promise<void> {
  const { project_id, from_id, to_id, expires_at: expires } = transfer
  await transferRows.change(tx, transfer, { announced: 1 })
  const project = await findProjectToMail(tx, transfer)
  const [owner, to] = [await findUser(tx, from_id), await findUser(tx, to_id)]
  if (!project || !owner || !to) return
  const variables = { project: project.name, projectId: project_id, owner: owner.username, expires }
  await queueMail(tx, 'transferOffered', { to: to.email, variables })
}
