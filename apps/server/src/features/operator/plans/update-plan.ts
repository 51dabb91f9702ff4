import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { updatePlan as endpoint } from '@envhold/contract/operator/plans.ts'
import { freePlan } from '@envhold/contract/plans.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { transact } from '../../audit-log/tx.ts'
import { lockPlan, savePlan } from '../../plans/plan-change-store.ts'
import { beginGrace, markAccounts, type UpdatePhase } from './begin-grace.ts'
import { changePrices } from './change-prices.ts'
import { describePlanChange } from './describe-plan-change.ts'
import { loweredLimits } from './lowered-limits.ts'
import { listAccountsOver } from './plan-use-store.ts'
import { viewPlan } from './plan-view.ts'
import { validatePlan } from './validate-plan.ts'

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
    const description = describePlanChange(before, after, await changePrices(tx, after.name, body.prices))
    if (description) tx.record({ type: 'plan_changed', severity: 'high', description })
    const accounts = before.name === freePlan ? await listAccountsOver(tx, loweredLimits(before, after)) : []
    await markAccounts(tx, accounts)
    return { plan: await viewPlan(tx, { ...after, id }), over: accounts }
  })
  const entering = over.filter(({ entersGrace }) => entersGrace)
  await beginGrace(ctx, updatePhase, entering)
  return { plan, grace_periods: entering.length }
}
