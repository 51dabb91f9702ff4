/**
 * The one way in which a subscription changes: a provider has described it, and the description is stored together
 * with everything that follows from it: the account's plan and phase, its activity, mails and the handling of failed
 * payments.
 */
import type { ProviderId } from '@envhold/contract/billing/payments.ts'
import type { Context, DbContext } from '../../../context.ts'
import type { Invoice, ProviderSubscription } from '../../../payments/provider.ts'
import { type Tx, transact } from '../../audit-log/tx.ts'
import { findPlanOfAnyPrice, findPlanOfPrice } from '../../plans/plan-price-store.ts'
import { bindCheckout, type CheckoutRow, findCheckout } from '../checkout/checkout-store.ts'
import { isAbandoned } from '../dunning/dunning-store.ts'
import { applyConsequences } from './apply-consequences.ts'
import { hasOtherPlan } from './changes-between.ts'
import { storeInvoices } from './store-invoices.ts'
import { findSubscription, type SubscriptionRow, saveSubscription } from './subscription-store.ts'

interface Description {
  readonly provider: ProviderId
  readonly described: ProviderSubscription
  /** Of the stored row, read before the provider was asked; 0: there was none. */
  readonly revision: number
  /** To be stored with it. */
  readonly invoices: readonly Invoice[]
}

/**
 * `outdated`: another description was stored since the provider was asked, so it has to be asked again. `unbound`: no
 * checkout of ours led to this subscription, or it pays for nothing that we sell.
 */
export type Applied = 'applied' | 'outdated' | 'unbound'

export async function applySubscription(ctx: Context, description: Description): Promise<Applied> {
  const { provider, described } = description
  const stored = await findSubscription(ctx, provider, described.id)
  const checkout = stored ? undefined : await findOpenCheckout(ctx, description)
  const userId = stored?.user_id ?? checkout?.user_id
  if (userId === undefined) {
    ctx.log.subscriptionUnbound({ provider })
    return 'unbound'
  }
  return await transact(ctx, { userId, origin: null }, async (tx) => {
    await tx.lock([userId])
    return await apply(tx, description, userId, checkout)
  })
}

async function apply(
  tx: Tx,
  { provider, described, revision, invoices }: Description,
  userId: number,
  checkout: CheckoutRow | undefined,
): Promise<Applied> {
  const before = await findSubscription(tx, provider, described.id)
  if ((before?.revision ?? 0) !== revision) return 'outdated'
  const bought = await findBought(tx, { provider, described }, { before, checkout })
  if (bought === undefined) {
    tx.log.subscriptionUnbound({ provider })
    return 'unbound'
  }
  const { plan } = bought
  const billing_interval = described.interval ?? bought.billing_interval
  const scheduled = await findScheduled(tx, { provider, described }, { plan, billing_interval })
  if (described.unknownStatus !== undefined)
    tx.log.paymentStatusUnknown({ provider, status: described.unknownStatus })
  const after = await saveSubscription(
    tx,
    {
      provider,
      provider_id: described.id,
      user_id: userId,
      customer_id: described.customerId,
      plan,
      billing_interval,
      next_plan: scheduled?.plan ?? null,
      next_interval: scheduled?.billing_interval ?? null,
      period_start: described.periodStart,
      period_end: described.periodEnd,
      ...(await endOf(tx, described, before)),
      test_mode: described.testMode ? 1 : 0,
      fetched_at: tx.clock(),
      created_at: before?.created_at ?? tx.clock(),
      ...(before && hasOtherPlan(before, { plan, billing_interval }) && { price_notified_at: null }),
    },
    revision,
  )
  if (!after) return 'outdated'
  // Another subscription was bound to the checkout since it was read: this one belongs to nobody.
  if (checkout && !(await bindCheckout(tx, checkout, after.id)))
    throw new Error('The checkout is bound already')
  await storeInvoices(tx, after, invoices)
  await applyConsequences(tx, before, after)
  return 'applied'
}

interface BoughtFrom {
  readonly before: SubscriptionRow | undefined
  readonly checkout: CheckoutRow | undefined
}

/** What a subscription pays for. A former price is not sold: only what was bought before can have it. */
async function findBought(
  tx: Tx,
  { provider, described: { priceRef } }: Pick<Description, 'provider' | 'described'>,
  { before, checkout }: BoughtFrom,
) {
  if (before) return (await findPlanOfAnyPrice(tx, provider, priceRef)) ?? before
  const chosen = checkout?.price_ref === priceRef ? checkout : undefined
  return (await findPlanOfPrice(tx, provider, priceRef)) ?? chosen
}

/** What a subscription changes to when its period ends. Another price of its own plan does not count. */
async function findScheduled(
  tx: Tx,
  { provider, described: { scheduledPriceRef } }: Pick<Description, 'provider' | 'described'>,
  current: Pick<SubscriptionRow, 'plan' | 'billing_interval'>,
) {
  if (scheduledPriceRef === null) return undefined
  const scheduled = await findPlanOfAnyPrice(tx, provider, scheduledPriceRef)
  const isSame = scheduled?.plan === current.plan && scheduled.billing_interval === current.billing_interval
  return isSame ? undefined : scheduled
}

/** A reason stays with what was canceled for it, and is dropped when a subscription is resumed. */
async function endOf(tx: Tx, described: ProviderSubscription, before: SubscriptionRow | undefined) {
  const status = await statusOf(tx, described, before)
  const isEnded = status === 'ended'
  return {
    status,
    cancel_at: isEnded ? null : described.cancelAt,
    // Not every provider says when.
    ended_at: isEnded ? (described.endedAt ?? before?.ended_at ?? tx.clock()) : null,
    cancel_reason: isEnded || described.cancelAt !== null ? (before?.cancel_reason ?? null) : null,
  }
}

/** Some providers only cancel at the end of a period; a subscription whose payment is no longer tried ends before it. */
async function statusOf(
  tx: Tx,
  { status, cancelAt }: ProviderSubscription,
  before: SubscriptionRow | undefined,
) {
  const isCanceledUnpaid = before !== undefined && cancelAt !== null && status === 'past_due'
  return isCanceledUnpaid && (await isAbandoned(tx, before.id)) ? 'ended' : status
}

/** The checkout that a new subscription names, if it was made for this provider and led to no other subscription. */
async function findOpenCheckout(
  ctx: DbContext<'secrets'>,
  { provider, described }: Description,
): Promise<CheckoutRow | undefined> {
  const checkout = described.checkoutId === null ? undefined : await findCheckout(ctx, described.checkoutId)
  return checkout?.provider === provider && checkout.subscription_id === null ? checkout : undefined
}
