import type { AdminPlan } from '@envhold/contract/operator/plans.ts'
import type { Context } from '../../../context.ts'
import { listPrices } from '../../plans/plan-price-store.ts'
import type { StoredPlan } from '../../plans/plan-store.ts'
import { countUsersByPlan } from './plan-use-store.ts'

/** Plans as operators see them. @throws TamperedRowError */
export async function viewPlans(
  ctx: Pick<Context, 'db' | 'secrets'>,
  plans: readonly StoredPlan[],
): Promise<AdminPlan[]> {
  const users = await countUsersByPlan(ctx)
  const prices = await listPrices(ctx)
  return plans.map(({ isActive, api_features, ...plan }) => ({
    ...plan,
    api_features: { ...api_features },
    is_active: isActive,
    users_count: users.get(plan.name) ?? 0,
    prices: prices
      .filter((price) => price.plan === plan.name)
      .flatMap(({ provider, billing_interval, price_ref }) =>
        provider === 'sandbox' ? [] : [{ provider, billing_interval, price_ref }],
      ),
  }))
}

/** @throws TamperedRowError */
export async function viewPlan(ctx: Pick<Context, 'db' | 'secrets'>, plan: StoredPlan): Promise<AdminPlan> {
  const [view] = await viewPlans(ctx, [plan])
  if (!view) throw new Error('A plan has no view')
  return view
}
