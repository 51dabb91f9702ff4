import { randomBytes } from 'node:crypto'
import type { BillingInterval, ProviderId } from '@envhold/contract/billing/payments.ts'
import type { startCheckout as endpoint } from '@envhold/contract/billing/subscription.ts'
import { AppError } from '../../../app-error.ts'
import type { Context, DbContext } from '../../../context.ts'
import { inTransaction } from '../../../db/transaction.ts'
import type { Call } from '../../../http/route.ts'
import { PaymentError } from '../../../payments/payment-error.ts'
import { findPrice } from '../../plans/plan-price-store.ts'
import { findPlanById, holdPlan, type StoredPlan } from '../../plans/plan-store.ts'
import type { User } from '../../users/user-store.ts'
import { unavailable } from '../at-provider.ts'
import { requireProvider } from '../subscriptions/sync-subscription.ts'
import { closeCheckout, insertCheckout, setSession } from './checkout-store.ts'

interface Wanted {
  readonly provider: ProviderId
  readonly plan: StoredPlan
  readonly user: User
  readonly interval: BillingInterval
  readonly successUrl: string
  readonly cancelUrl: string
}

/** @returns the address of the provider's page @throws PaymentError; AppError VALIDATION_FAILED if the plan was deleted meanwhile */
export async function createCheckout(
  ctx: Context,
  { provider: id, plan, user, interval, successUrl, cancelUrl }: Wanted,
): Promise<string> {
  const provider = await requireProvider(ctx, id)
  const priceRef = await findPrice(ctx, { plan: plan.name, interval, provider: id })
  if (priceRef === undefined) throw new PaymentError('misconfigured', id)
  const checkout = await inTransaction(ctx, async (tx) => {
    if (!(await holdPlan(tx, plan.id))?.isActive) throw notForSale()
    return await insertCheckout(tx, {
      id: randomBytes(16).toString('hex'),
      user_id: user.id,
      plan: plan.name,
      billing_interval: interval,
      provider: id,
      price_ref: priceRef,
      created_at: ctx.clock(),
    })
  })
  try {
    const { sessionId, url } = await provider.createCheckout({
      checkoutId: checkout.id,
      accountId: user.id,
      email: user.email,
      name: [user.first_name, user.last_name].filter(Boolean).join(' ') || user.username,
      priceRef,
      interval,
      amount: interval === 'monthly' ? cents(plan.price_monthly) : cents(plan.price_yearly ?? 0),
      successUrl,
      cancelUrl,
    })
    await setSession(ctx, checkout.id, sessionId)
    return url
  } catch (error) {
    await closeCheckout(ctx, checkout.id)
    throw error
  }
}

const cents = (dollars: number) => Math.round(dollars * 100)

type Body = Call<typeof endpoint>['body']

const invalid = (path: string, message: string) =>
  new AppError('VALIDATION_FAILED', { message, details: [{ path, message }] })

const notForSale = (): AppError => invalid('planId', 'This plan cannot be bought')

/** The plan to pay for. @throws AppError VALIDATION_FAILED if it cannot be bought */
export async function requirePaidPlan(
  ctx: DbContext<'secrets'>,
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
