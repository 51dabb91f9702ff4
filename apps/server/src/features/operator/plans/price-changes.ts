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

const isBetween = (time: number, from: number, to: number) => time >= from && time <= to

const keyOf = ({ plan, billing_interval }: PriceChange) => ({ plan, billing_interval })

const concernedBy = ({ plan, billing_interval, created_at }: PriceChange) => ({
  plan,
  interval: billing_interval,
  boughtBefore: created_at,
  notRepricedSince: created_at,
})

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
  // Nobody has heard of the price that was taken back.
  if (waiting && waiting.mailed_to === 0 && waiting.announced_at === null && price === waiting.old_price)
    return
  const now = tx.clock()
  const concerned = { plan, interval, boughtBefore: now }
  if ((await listRenewingOf(tx, concerned, { after: 0, limit: 1 })).length === 0) return
  await priceChangeRows.insert(tx, {
    ...key,
    old_price: waiting?.old_price ?? old,
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
    const applies_at = row.mailed_to === 0 ? Math.max(row.applies_at, now + noticeMs) : row.applies_at
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

async function mail(tx: Tx, change: PriceChange, { user_id, period_end }: SubscriptionRow): Promise<void> {
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
    const page = await listRenewingOf(ctx, concernedBy(change), { after, limit: batch })
    const upTo = ctx.clock() + leadMs[billing_interval]
    const due = page.filter(({ period_end }) => isBetween(period_end ?? 0, change.applies_at, upTo))
    isWaiting ||= due.length < page.length
    await forEachAtProvider(ctx, due, (row) => setPrice(ctx, change, row))
    const last = page.at(-1)
    if (!last || page.length < batch) break
    after = last.id
  }
  if (isWaiting || (await listRenewingOf(ctx, concernedBy(change), { after: 0, limit: 1 })).length > 0) return
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
    await provider.setRenewalPrice(row.provider_id, { priceRef, amount })
    await syncSubscription(ctx, provider, row.provider_id)
  }
  await markRepriced(ctx, row.id)
}
