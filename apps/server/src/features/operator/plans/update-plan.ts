import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { updatePlan as endpoint } from '@envhold/contract/operator/plans.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { type Tx, transact } from '../../audit-log/tx.ts'
import { markLoweredLimit } from '../../plans/account-phase-store.ts'
import { freePlan } from '../../plans/free-plan.ts'
import { lockPlan, savePlan } from '../../plans/plan-change-store.ts'
import { describePlanChange } from './describe-plan-change.ts'
import { loweredLimits } from './lowered-limits.ts'
import { type AccountOver, listAccountsOver } from './plan-use-store.ts'
import { viewPlan } from './plan-view.ts'
import { validatePlan } from './validate-plan.ts'

/** The archive can reach the vault, so it is passed in. */
export type UpdatePhase = (tx: Tx, userId: number) => Promise<unknown>

const batch = 500
/** So many grace periods begin with the call; the others begin with the hourly work. */
const atOnce = 100

/**
 * Changes a plan. Accounts of the free plan that use more than a lowered limit get a grace period.
 * @throws AppError NOT_FOUND, VALIDATION_FAILED
 */
export async function updatePlan(
  ctx: Context,
  updatePhase: UpdatePhase,
  { caller: { userId }, params: { id }, body, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const after = validatePlan(body)
  const { plan, over } = await transact(ctx, { userId, origin }, async (tx) => {
    const before = await lockPlan(tx, id)
    if (!before) throw new AppError('NOT_FOUND')
    if (before.name !== after.name) {
      const message = 'The name of a plan cannot be changed: accounts and subscriptions refer to it'
      throw new AppError('VALIDATION_FAILED', { message, details: [{ path: 'name', message }] })
    }
    await savePlan(tx, id, after)
    const description = describePlanChange(before, after)
    if (description) tx.record({ type: 'plan_changed', severity: 'high', description })
    const accounts = before.name === freePlan ? await listAccountsOver(tx, loweredLimits(before, after)) : []
    await markAccounts(tx, accounts)
    return { plan: await viewPlan(tx, { ...after, id }), over: accounts }
  })
  const entering = over.filter(({ entersGrace }) => entersGrace)
  await beginGrace(ctx, updatePhase, entering.slice(0, atOnce))
  return { plan, grace_periods: entering.length }
}

async function markAccounts(tx: Tx, accounts: readonly AccountOver[]): Promise<void> {
  for (let at = 0; at < accounts.length; at += batch) {
    const ids = accounts.slice(at, at + batch).map(({ id }) => id)
    await tx.lock(ids)
    await markLoweredLimit(tx, ids)
  }
}

/** Each in its own transaction. One that fails is left to the hourly work, which finds it again. */
async function beginGrace(
  ctx: Context,
  updatePhase: UpdatePhase,
  accounts: readonly AccountOver[],
): Promise<void> {
  for (const { id: userId } of accounts)
    try {
      await transact(ctx, { userId, origin: null }, async (tx) => {
        await tx.lock([userId])
        await updatePhase(tx, userId)
      })
    } catch (error) {
      ctx.log.taskFailed({ task: 'account-phases', error })
    }
}
