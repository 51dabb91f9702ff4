import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { type createPlan as endpoint, maxPlans } from '@envhold/contract/operator/plans.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { transact } from '../../audit-log/tx.ts'
import { insertPlan, listEveryPlan } from '../../plans/plan-change-store.ts'
import { changePrices } from './change-prices.ts'
import { viewPlan } from './plan-view.ts'
import { validatePlan } from './validate-plan.ts'

/** @throws AppError VALIDATION_FAILED, CONFLICT */
export function createPlan(
  ctx: Context,
  { caller: { userId }, body, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const plan = validatePlan(body)
  return transact(ctx, { userId, origin }, async (tx) => {
    if ((await listEveryPlan(tx)).length >= maxPlans)
      throw new AppError('CONFLICT', { message: `There can be at most ${maxPlans} plans.` })
    const id = await insertPlan(tx, plan)
    if (id === undefined)
      throw new AppError('CONFLICT', { message: `There is a plan with the name "${plan.name}" already.` })
    await changePrices(tx, plan.name, body.prices)
    tx.record({ type: 'plan_changed', severity: 'high', description: `Created the plan "${plan.name}"` })
    return { plan: await viewPlan(tx, { ...plan, id }) }
  })
}
