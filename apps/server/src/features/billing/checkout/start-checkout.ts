import { randomBytes } from 'node:crypto'
import { type BillingInterval, type ProviderId, providerNames } from '@envhold/contract/billing/payments.ts'
import { startCheckout as endpoint } from '@envhold/contract/billing/subscription.ts'
import { AppError, invalidField } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { verb } from '../../../http/verb.ts'
import { PaymentError } from '../../../payments/payment-error.ts'
import { centsOf, findPrice } from '../../plans/plan-price-store.ts'
import { requireRateLimit } from '../../users/attempt-limits.ts'
import { findUser, type User } from '../../users/user-store.ts'
import { requireOwnUrl, unavailable } from '../at-provider.ts'
import { requireProvider } from '../subscriptions/sync-subscription.ts'
import { closeCheckout, insertCheckout, setSession } from './checkout-store.ts'
import { requireNoSubscription } from './open-checkouts.ts'
import { holdPaidPlan, type PaidPlan, requirePaidPlan } from './paid-plan.ts'

const perHour = { kind: 'checkout', limit: 20, windowMs: 3_600_000 }

/**
 * Makes a checkout at the chosen provider; without a choice at the default one, or at the fallback if that does not
 * answer. Nothing is charged: the customer pays on the provider's page.
 * @throws AppError VALIDATION_FAILED, CONFLICT with a live subscription, RATE_LIMITED, UNAVAILABLE
 */
export const startCheckout = verb(endpoint, async (ctx, { caller: { userId }, body }) => {
  const successUrl = requireOwnUrl(ctx, 'successUrl', body.successUrl)
  const cancelUrl = requireOwnUrl(ctx, 'cancelUrl', body.cancelUrl)
  const plan = await requirePaidPlan(ctx, body)
  const providers = await chooseProviders(ctx, body.provider)
  const user = await findUser(ctx, userId)
  if (!user) throw new AppError('UNAUTHENTICATED')
  await requireRateLimit(ctx, perHour, String(userId))
  await requireNoSubscription(ctx, userId)
  for (const provider of providers) {
    const order = { provider, plan, user, interval: body.billingInterval, successUrl, cancelUrl }
    const checkoutUrl = await createCheckout(ctx, order).catch(async (error: unknown) => {
      if (!(error instanceof PaymentError)) throw error
      await ctx.payments.noteFailure(error)
      return undefined
    })
    if (checkoutUrl !== undefined) return { checkoutUrl, provider }
  }
  throw body.provider === undefined ? unavailable() : await namedUnavailable(ctx, body.provider)
})

interface CheckoutRequest {
  readonly provider: ProviderId
  readonly plan: PaidPlan
  readonly user: User
  readonly interval: BillingInterval
  readonly successUrl: string
  readonly cancelUrl: string
}

/** @returns the address of the provider's page @throws PaymentError; AppError VALIDATION_FAILED if the plan was deleted meanwhile */
async function createCheckout(
  ctx: Context,
  { provider: id, plan, user, interval, successUrl, cancelUrl }: CheckoutRequest,
): Promise<string> {
  const provider = await requireProvider(ctx, id)
  const priceRef = await findPrice(ctx, { plan: plan.name, interval, provider: id })
  if (priceRef === undefined) throw new PaymentError('misconfigured', id)
  const checkout = await inTransaction(ctx, async (tx) => {
    await holdPaidPlan(tx, plan)
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
      amount: centsOf(plan, interval),
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

const either = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** The provider that a customer has chosen is replaced only by the customer. */
async function namedUnavailable({ payments }: Pick<Context, 'payments'>, id: ProviderId): Promise<AppError> {
  const { active } = await payments.readChoice()
  const others = active.filter((other) => other !== id).map((other) => providerNames[other])
  const offer = others.length > 0 ? `, or pay with ${either.format(others)}` : ''
  const message = `${providerNames[id]} does not take payments at the moment. Nothing was charged. Try again later${offer}.`
  return new AppError('UNAVAILABLE', { message })
}

/**
 * The provider that was asked for and no other; else the default one, then the fallback, if it is switched on.
 * @throws AppError VALIDATION_FAILED, UNAVAILABLE if no provider is active
 */
async function chooseProviders(
  { payments }: Pick<Context, 'payments'>,
  providerId: ProviderId | undefined,
): Promise<readonly ProviderId[]> {
  const { active, defaultProvider, fallbackProvider, enableAutoFallback } = await payments.readChoice()
  if (providerId !== undefined && !active.includes(providerId))
    throw invalidField('provider', 'This payment provider is not available')
  if (providerId !== undefined) return [providerId]
  const first = active.includes(defaultProvider) ? defaultProvider : active[0]
  if (first === undefined) throw unavailable()
  const hasFallback = enableAutoFallback && fallbackProvider !== first && active.includes(fallbackProvider)
  return hasFallback ? [first, fallbackProvider] : [first]
}
