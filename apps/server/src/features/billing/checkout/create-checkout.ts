import { randomBytes } from 'node:crypto'
import type { BillingInterval, ProviderId } from '@envhold/contract/payments.ts'
import type { Context } from '../../../context.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { PaymentError } from '../../../payments/payment-error.ts'
import { holdPlan } from '../../plans/plan-change-store.ts'
import { findPrice } from '../../plans/plan-price-store.ts'
import type { StoredPlan } from '../../plans/plan-store.ts'
import type { User } from '../../users/user-store.ts'
import { requireProvider } from '../subscriptions/sync-subscription.ts'
import { closeCheckout, insertCheckout, setSession } from './checkout-store.ts'
import { notForSale } from './choose-offer.ts'

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
