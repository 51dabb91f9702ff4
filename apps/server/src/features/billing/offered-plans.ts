import { providerNames } from '@envhold/contract/billing/payments.ts'
import type { listPlans as endpoint } from '@envhold/contract/billing/plan-offers.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { DbContext } from '../../context.ts'
import { listActivePlans } from '../plans/plan-store.ts'

/** The plans that can be chosen, and who takes payments for them. */
export async function listOfferedPlans(
  ctx: DbContext<'secrets' | 'payments'>,
): Promise<OutputOf<typeof endpoint>> {
  const plans = await listActivePlans(ctx)
  const { active, defaultProvider, testMode } = await ctx.payments.readChoice()
  return {
    plans: plans.map(({ isActive: _, api_rate_limit_per_day: __, api_features, ...plan }) => ({
      ...plan,
      features: { ...api_features },
    })),
    providers: active.map((id) => ({ id, display_name: providerNames[id] })),
    default_provider: active.includes(defaultProvider) ? defaultProvider : (active[0] ?? null),
    test_mode: testMode,
  }
}
