/**
 * New prices of plans for those who pay already. For an hour they are undone without a trace; then those whom they
 * concern are mailed, and get the new price with their first renewal that is at least 30 days later.
 */
import { type BillingInterval, billingIntervals } from '@envhold/contract/billing/payments.ts'
import { priceNotice } from '@envhold/contract/operator/plans.ts'
import type { Context } from '../../../context.ts'
import { priceChanges } from '../../../db/schema/payments.ts'
import { signedRows } from '../../../db/signed-rows.ts'
import { daysMs } from '../../../jobs/retention-rule.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import { addInterval } from '../../../payments/sandbox/sandbox-life.ts'
import { type Tx, transact } from '../../audit-log/tx.ts'
import { forEachAtProvider } from '../../billing/at-provider.ts'
import {
  listRenewingOf,
  markPriceNotified,
  markRepriced,
  type SubscriptionRow,
} from '../../billing/subscriptions/subscription-store.ts'
import { requireProvider, syncSubscription } from '../../billing/subscriptions/sync-subscription.ts'
import { centsOf, findPrice } from '../../plans/plan-price-store.ts'
import { planDisplayName, type StoredPlan } from '../../plans/plan-store.ts'
import { findUser } from '../../users/user-store.ts'

type Prices = Pick<StoredPlan, 'name' | 'price_monthly' | 'price_yearly'>

export const priceChangeRows = signedRows(priceChanges)

type PriceChange = NonNullable<Awaited<ReturnType<typeof priceChangeRows.find>>>

const noticeMs = daysMs(priceNotice.days)
const batch = 200

/**
 * How long before the renewal a provider is given the new price. Earlier, another change of the subscription would
 * credit the new price instead of the one that was paid; later, the reminder of a renewal would name the old one.
 */
const leadMs: Readonly<Record<BillingInterval, number>> = { monthly: daysMs(3), yearly: daysMs(15) }

const keyOf = ({ plan, billing_interval }: PriceChange) => ({ plan, billing_interval })

const concernedBy = ({ plan, billing_interval, created_at }: PriceChange) => ({
  plan,
  interval: billing_interval,
  boughtBefore: created_at,
})

/** Those who were notified and have the old price. Who was not, such as after a cancellation, keeps it. */
const waitingFor = (change: PriceChange) => ({
  ...concernedBy(change),
  notifiedSince: change.created_at,
  notRepricedSince: change.created_at,
})

/** Whether the next renewal is near, and the first one after the notice. */
const isDue = ({ billing_interval }: PriceChange, row: SubscriptionRow, now: number): boolean => {
  const { period_end, price_notified_at } = row
  if (period_end === null || price_notified_at === null) return false
  return period_end >= price_notified_at + noticeMs && period_end <= now + leadMs[billing_interval]
}

/** Plans the announcement of new prices, in the transaction that stores them. The plan is locked. */
export async function planPriceChanges(tx: Tx, before: Prices, after: Prices): Promise<void> {
  for (const interval of billingIntervals) {
    const [old, price] = [centsOf(before, interval), centsOf(after, interval)]
    // A price that begins or ends concerns nobody: what is paid stays.
    if (old !== price && old > 0 && price > 0)
      await planPriceChange(tx, before.name, { interval, old, price })
  }
}

async function planPriceChange(
  tx: Tx,
  plan: string,
  {
    interval,
    old,
    price,
  }: { readonly interval: BillingInterval; readonly old: number; readonly price: number },
): Promise<void> {
  const key = { plan, billing_interval: interval }
  const waiting = await priceChangeRows.lock(tx, key)
  if (waiting) await priceChangeRows.remove(tx, key)
  const isAnnounced = waiting !== undefined && (waiting.mailed_to !== 0 || waiting.announced_at !== null)
  // Nobody has heard of the price that was taken back.
  if (waiting && !isAnnounced && price === waiting.old_price) return
  const now = tx.clock()
  const concerned = { plan, interval, boughtBefore: now }
  if ((await listRenewingOf(tx, concerned, { after: 0, limit: 1 })).length === 0) return
  await priceChangeRows.insert(tx, {
    ...key,
    old_price: isAnnounced ? 0 : (waiting?.old_price ?? old),
    price,
    created_at: now,
    applies_at: now + priceNotice.undoMs + noticeMs,
    mailed_to: 0,
    announced_at: null,
  })
}

const server = { userId: null, origin: null }

/** Mails new prices, and sets them where their notice is over. @returns how many wait */
export async function sweepPriceChanges(ctx: Context): Promise<number> {
  const changes = await priceChangeRows.list(ctx, {})
  for (const change of changes) {
    if (ctx.clock() < change.created_at + priceNotice.undoMs) continue
    for (let hasMore = true; hasMore; ) hasMore = await mailBatch(ctx, change)
    await setPrices(ctx, change)
  }
  return changes.length
}

/** Mails some of those who were not mailed yet. @returns whether there are more */
const mailBatch = (ctx: Context, { plan, billing_interval }: PriceChange): Promise<boolean> =>
  transact(ctx, server, async (tx) => {
    const row = await priceChangeRows.lock(tx, { plan, billing_interval })
    if (!row || row.announced_at !== null) return false
    const now = tx.clock()
    // An e-mail that leaves late moves the day: the notice begins with it.
    const applies_at = Math.max(row.applies_at, now + noticeMs)
    const range = { after: row.mailed_to, limit: batch }
    const subscriptions = await listRenewingOf(tx, concernedBy(row), range)
    for (const subscription of subscriptions) await mail(tx, { ...row, applies_at }, subscription)
    const isLast = subscriptions.length < batch
    await priceChangeRows.change(tx, row, {
      applies_at,
      mailed_to: subscriptions.at(-1)?.id ?? row.mailed_to,
      announced_at: isLast ? now : null,
    })
    return !isLast
  })

async function mail(
  tx: Tx,
  change: PriceChange,
  { id, user_id, period_end }: SubscriptionRow,
): Promise<void> {
  const account = await findUser(tx, user_id)
  if (!account || account.deleted_at !== null) return
  await queueMail(tx, 'priceChanged', {
    to: account.email,
    variables: {
      plan: await planDisplayName(tx, change.plan),
      total: change.price,
      currency: 'USD',
      per: change.billing_interval === 'yearly' ? 'year' : 'month',
      from: firstRenewal(period_end ?? change.applies_at, change),
    },
  })
  await markPriceNotified(tx, id)
}

/** The first renewal that charges the new price. */
function firstRenewal(periodEnd: number, { applies_at, billing_interval }: PriceChange): number {
  let renewal = periodEnd
  while (renewal < applies_at) renewal = addInterval(renewal, billing_interval)
  return renewal
}

/** Has providers charge the new price with each first renewal after the notice, and forgets it after the last. */
async function setPrices(ctx: Context, { plan, billing_interval }: PriceChange): Promise<void> {
  const change = await priceChangeRows.find(ctx, { plan, billing_interval })
  if (!change || change.announced_at === null) return
  let isWaiting = false
  for (let after = 0; ; ) {
    const page = await listRenewingOf(ctx, waitingFor(change), { after, limit: batch })
    const due = page.filter((row) => isDue(change, row, ctx.clock()))
    isWaiting ||= due.length < page.length
    await forEachAtProvider(ctx, due, (row) => setPrice(ctx, change, row))
    const last = page.at(-1)
    if (!last || page.length < batch) break
    after = last.id
  }
  if (isWaiting || (await listRenewingOf(ctx, waitingFor(change), { after: 0, limit: 1 })).length > 0) return
  await transact(ctx, server, async (tx) => {
    const row = await priceChangeRows.lock(tx, keyOf(change))
    if (row?.created_at === change.created_at) await priceChangeRows.remove(tx, keyOf(change))
  })
}

async function setPrice(ctx: Context, change: PriceChange, row: SubscriptionRow): Promise<void> {
  const { plan, billing_interval: interval, price: amount } = change
  const priceRef = await findPrice(ctx, { plan, interval, provider: row.provider })
  // Without a price of this server, the provider charges what it has.
  if (priceRef !== undefined) {
    const provider = await requireProvider(ctx, row.provider)
    await syncSubscription(ctx, provider, row.provider_id)
    if (!(await isStillDue(ctx, change, row))) return
    await provider.setRenewalPrice(row.provider_id, { priceRef, amount })
    await syncSubscription(ctx, provider, row.provider_id)
  }
  await markRepriced(ctx, row.id)
}

/** It may have been canceled or changed since its provider last described it. */
async function isStillDue(ctx: Context, change: PriceChange, { id }: SubscriptionRow): Promise<boolean> {
  const [row] = await listRenewingOf(ctx, waitingFor(change), { after: id - 1, limit: 1 })
  return row?.id === id && isDue(change, row, ctx.clock())
}
