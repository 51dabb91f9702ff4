/**
 * Asks every provider for what it has of ours, whether or not a webhook came. This alone leads to the right state, if
 * all webhooks are lost.
 */
import type { Context } from '../../../context.ts'
import { PaymentError } from '../../../payments/payment-error.ts'
import { forEachAtProvider } from '../at-provider.ts'
import { closeCheckout, listOpenCheckouts } from '../checkout/checkout-store.ts'
import { syncCheckout } from '../checkout/open-checkouts.ts'
import { applySubscription } from '../subscriptions/apply-subscription.ts'
import {
  isChangeOver,
  listChangeable,
  releaseChange,
  type SubscriptionRow,
} from '../subscriptions/subscription-store.ts'
import { requireProvider, syncSubscription } from '../subscriptions/sync-subscription.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Subscriptions that ended lately may be paid after all. */
export const endedForMs = 35 * dayMs
/** Younger checkouts are still being paid. */
const checkoutAgeMs = hourMs
/** No provider's checkout is open for longer. */
export const checkoutLifeMs = 3 * dayMs
/** Subscriptions that a provider may not know any more before this counts as its failure, or that of its key. */
const maxGone = { count: 5, share: 0.1 }
const maxOthers = 20

/** @returns how many subscriptions and checkouts were asked for */
export async function reconcile(ctx: Context): Promise<number> {
  const now = ctx.clock()
  const changeable = await withoutLeftovers(ctx, await listChangeable(ctx, now - endedForMs))
  const due = changeable.filter(
    (row) => now - row.fetched_at >= dayMs || row.fetched_at > now || isChangeOver(row, now),
  )
  const gone: SubscriptionRow[] = []
  await forEachAtProvider(ctx, due, async (row) => {
    const provider = await requireProvider(ctx, row.provider)
    if ((await syncSubscription(ctx, provider, row.provider_id)) === 'gone') gone.push(row)
    else if (isChangeOver(row, now)) await releaseChange(ctx, row.id)
  })
  await endGone(ctx, gone, changeable, due)
  const checkouts = await listOpenCheckouts(ctx, { createdBefore: now - checkoutAgeMs })
  await forEachAtProvider(ctx, checkouts, async (checkout) => {
    const synced = await syncCheckout(ctx, await requireProvider(ctx, checkout.provider), checkout)
    if (synced !== 'applied' && now - checkout.created_at > checkoutLifeMs)
      await closeCheckout(ctx, checkout.id)
  })
  return due.length + checkouts.length
}

/**
 * Ends the subscriptions of test mode once the instance takes real payments, each with its period. No provider is
 * asked for them: its live key does not know them, and that would look like a wrong key.
 * @returns those that are not of test mode. The sandbox ends its own.
 */
async function withoutLeftovers(
  ctx: Context,
  rows: readonly SubscriptionRow[],
): Promise<readonly SubscriptionRow[]> {
  const { testMode } = await ctx.payments.readChoice()
  const isLeftover = (row: SubscriptionRow) => !testMode && row.test_mode === 1 && row.provider !== 'sandbox'
  for (const row of rows)
    if (isLeftover(row) && row.status !== 'ended' && (row.period_end ?? 0) <= ctx.clock())
      await endMissingSubscription(ctx, row)
  return rows.filter((row) => !isLeftover(row))
}

/**
 * Ends what a provider does not know any more, unless so much is gone that the provider or its key is at fault. Few
 * subscriptions may be due in one hour, so others of the same provider are asked for too.
 */
async function endGone(
  ctx: Context,
  gone: readonly SubscriptionRow[],
  changeable: readonly SubscriptionRow[],
  due: readonly SubscriptionRow[],
): Promise<void> {
  for (const [id, rows] of Map.groupBy(gone, (row) => row.provider)) {
    const dueThere = due.filter(({ provider }) => provider === id)
    const others = changeable.filter((row) => row.provider === id && !due.includes(row)).slice(0, maxOthers)
    const missing = rows.length + (await countMissing(ctx, others))
    const requests = dueThere.length + others.length
    if (missing > maxGone.count && missing > requests * maxGone.share) {
      ctx.log.subscriptionsGone({ provider: id, gone: missing, asked: requests })
      await ctx.payments.noteFailure(new PaymentError('misconfigured', id, 404))
    } else for (const row of rows) await endMissingSubscription(ctx, row)
  }
}

/** How many of these their provider does not know. One that it gives no answer about counts too. */
async function countMissing(ctx: Context, rows: readonly SubscriptionRow[]): Promise<number> {
  let known = 0
  await forEachAtProvider(ctx, rows, async (row) => {
    const provider = await requireProvider(ctx, row.provider)
    if (await provider.getSubscription(row.provider_id)) known++
  })
  return rows.length - known
}

/** Ends a subscription that its provider does not know any more. A newer description wins. */
async function endMissingSubscription(ctx: Context, row: SubscriptionRow): Promise<void> {
  await applySubscription(ctx, {
    provider: row.provider,
    revision: row.revision,
    invoices: [],
    described: {
      id: row.provider_id,
      customerId: row.customer_id,
      status: 'ended',
      // It pays for nothing any more: its plan stays what it was.
      priceRef: '',
      price: null,
      scheduledPriceRef: null,
      interval: row.billing_interval,
      periodStart: row.period_start,
      periodEnd: row.period_end,
      cancelAt: row.cancel_at,
      endedAt: row.ended_at ?? ctx.clock(),
      checkoutId: null,
      testMode: row.test_mode === 1,
    },
  })
}
