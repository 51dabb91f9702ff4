import type { ProviderId } from '@envhold/contract/payments.ts'
import type { startCheckout as endpoint } from '@envhold/contract/subscription.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { findPlanById, type StoredPlan } from '../../plans/plan-store.ts'
import { unavailable } from '../unavailable.ts'

type Body = Call<typeof endpoint>['body']

const invalid = (path: string, message: string) =>
  new AppError('VALIDATION_FAILED', { message, details: [{ path, message }] })

export const notForSale = (): AppError => invalid('planId', 'This plan cannot be bought')

/** The plan to pay for. @throws AppError VALIDATION_FAILED if it cannot be bought */
export async function requirePaidPlan(
  ctx: Pick<Context, 'db' | 'secrets'>,
  { planId, billingInterval }: Body,
): Promise<StoredPlan> {
  const plan = await findPlanById(ctx, planId)
  if (!plan?.isActive || plan.price_monthly === 0) throw notForSale()
  if (billingInterval === 'yearly' && plan.price_yearly === null)
    throw invalid('billingInterval', 'This plan has no yearly price')
  return plan
}

/**
 * The provider that was asked for, else the default one; then the fallback, if it is switched on.
 * @throws AppError VALIDATION_FAILED, UNAVAILABLE if no provider is active
 */
export async function chooseProviders(
  { payments }: Pick<Context, 'payments'>,
  asked: ProviderId | undefined,
): Promise<readonly ProviderId[]> {
  const { active, defaultProvider, fallbackProvider, enableAutoFallback } = await payments.readChoice()
  if (asked !== undefined && !active.includes(asked))
    throw invalid('provider', 'This payment provider is not available')
  const first = asked ?? (active.includes(defaultProvider) ? defaultProvider : active[0])
  if (first === undefined) throw unavailable()
  const hasFallback = enableAutoFallback && fallbackProvider !== first && active.includes(fallbackProvider)
  return hasFallback ? [first, fallbackProvider] : [first]
}
