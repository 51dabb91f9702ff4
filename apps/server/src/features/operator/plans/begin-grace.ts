import type { Context } from '../../../context.ts'
import { updatePhase } from '../../archive/phase/update-phase.ts'
import { type Tx, transact } from '../../audit-log/tx.ts'
import { markLoweredLimit } from '../../plans/account-phase-store.ts'
import type { AccountOver } from './plan-use-store.ts'

const batch = 500
/** So many grace periods begin with the call; the others begin with the hourly work. */
const maxAtOnce = 100

/** Marks accounts that use more than a lowered limit, in the transaction that lowers it. */
export async function markAccounts(tx: Tx, accounts: readonly AccountOver[]): Promise<void> {
  for (let at = 0; at < accounts.length; at += batch) {
    const ids = accounts.slice(at, at + batch).map(({ id }) => id)
    await tx.lock(ids)
    await markLoweredLimit(tx, ids)
  }
}

/**
 * Begins the grace periods of marked accounts, each in its own transaction. One that fails is left to the hourly work,
 * which finds it again.
 */
export async function beginGrace(ctx: Context, accounts: readonly AccountOver[]): Promise<void> {
  for (const { id: userId } of accounts.slice(0, maxAtOnce))
    try {
      await transact(ctx, { userId, origin: null }, async (tx) => {
        await tx.lock([userId])
        await updatePhase(tx, userId)
      })
    } catch (error) {
      ctx.log.taskFailed({ task: 'account-phases', error })
    }
}
