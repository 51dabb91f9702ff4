import { startCheckout as endpoint } from '@envhold/contract/billing/subscription.ts'
import { AppError } from '../../../app-error.ts'
import { verb } from '../../../http/verb.ts'
import { PaymentError } from '../../../payments/payment-error.ts'
import { requireRateLimit } from '../../users/attempt-limits.ts'
import { findUser } from '../../users/user-store.ts'
import { requireOwnUrl, unavailable } from '../at-provider.ts'
import { chooseProviders, createCheckout, requirePaidPlan } from './create-checkout.ts'
import { requireNoSubscription } from './open-checkouts.ts'

const perHour = { kind: 'checkout', limit: 20, windowMs: 3_600_000 }

/**
 * Makes a checkout at the chosen provider, or at the fallback if that one does not answer. Nothing is charged: the
 * customer pays on the provider's page.
 * @throws AppError VALIDATION_FAILED, CONFLICT with a live subscription, RATE_LIMITED, UNAVAILABLE
 */
export const startCheckout = verb(endpoint, async (ctx, { caller: { userId }, body }) => {
  const { successUrl, cancelUrl } = body
  requireOwnUrl(ctx, 'successUrl', successUrl)
  requireOwnUrl(ctx, 'cancelUrl', cancelUrl)
  const plan = await requirePaidPlan(ctx, body)
  const providers = await chooseProviders(ctx, body.provider)
  const user = await findUser(ctx, userId)
  if (!user) throw new AppError('UNAUTHENTICATED')
  await requireRateLimit(ctx, perHour, String(userId))
  await requireNoSubscription(ctx, userId)
  for (const provider of providers) {
    const wanted = { provider, plan, user, interval: body.billingInterval, successUrl, cancelUrl }
    const checkoutUrl = await createCheckout(ctx, wanted).catch(async (error: unknown) => {
      if (!(error instanceof PaymentError)) throw error
      await ctx.payments.noteFailure(error)
      return undefined
    })
    if (checkoutUrl !== undefined) return { checkoutUrl, provider }
  }
  throw unavailable()
})
