import type {
  listInvoices as listEndpoint,
  openInvoice as openEndpoint,
} from '@envhold/contract/billing/invoices.ts'
import { isEntitled } from '@envhold/contract/billing/payments.ts'
import type { readCurrentSubscription, Subscription } from '@envhold/contract/billing/subscription.ts'
import type { PaymentState } from '@envhold/contract/billing/subscription-status.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { AppError, notFound } from '../../../app-error.ts'
import type { Context, DbContext } from '../../../context.ts'
import { wireTime, wireTimeOrNull } from '../../../http/responses/wire-time.ts'
import { findGrantedPlan, type GrantedPlan } from '../../plans/granted-plan-store.ts'
import { planDisplayName } from '../../plans/plan-store.ts'
import { atProvider } from '../at-provider.ts'
import { type DunningRow, findActiveDunning } from '../dunning/dunning-store.ts'
import { endsAt, triesLeft } from '../dunning/schedule.ts'
import { planWithout } from './other-subscriptions.ts'
import {
  changesAnHour,
  findBestSubscription,
  rankSubscriptions,
  requireOwnSubscription,
} from './own-subscription.ts'
import {
  findInvoice,
  type InvoiceRow,
  isLive,
  listInvoicesOf,
  type SubscriptionRow,
} from './subscription-store.ts'
import { requireProvider } from './sync-subscription.ts'

/** What its customer and operators see of a subscription. */
export const viewStored = (row: SubscriptionRow, planName: string) => ({
  id: row.id,
  plan: row.plan,
  plan_display_name: planName,
  status: row.status,
  billing_interval: row.billing_interval,
  current_period_start: wireTimeOrNull(row.period_start),
  current_period_end: wireTimeOrNull(row.period_end),
  cancel_at: wireTimeOrNull(row.cancel_at),
  ended_at: wireTimeOrNull(row.ended_at),
  provider: row.provider,
  test_mode: row.test_mode === 1,
})

/** A subscription as its customer sees it. */
export async function viewOf(ctx: DbContext<'secrets'>, row: SubscriptionRow): Promise<Subscription> {
  const dunning = await findActiveDunning(ctx, row.id)
  return {
    ...viewStored(row, await planDisplayName(ctx, row.plan)),
    next:
      row.next_plan === null
        ? null
        : {
            plan: row.next_plan,
            plan_display_name: await planDisplayName(ctx, row.next_plan),
            billing_interval: row.next_interval ?? 'monthly',
          },
    next_payment_attempt: dunning?.next_at && triesLeft(dunning) > 0 ? wireTime(dunning.next_at) : null,
    ends_unpaid_at: dunning?.next_at ? wireTime(unpaidEnd(row, dunning, dunning.next_at)) : null,
  }
}

/** When a subscription ends if its failed payment is never made: sooner if it was canceled before. */
const unpaidEnd = ({ cancel_at }: SubscriptionRow, dunning: DunningRow, nextAt: number): number =>
  Math.min(endsAt(dunning, nextAt), cancel_at ?? Number.MAX_SAFE_INTEGER)

/** What every page says of a subscription: that a payment is due, or that it ends. */
export async function paymentStateOf(
  ctx: DbContext<'secrets' | 'clock'>,
  userId: number,
): Promise<PaymentState | null> {
  const best = await findBestSubscription(ctx, userId)
  if (!best || !isEntitled(best.status) || (best.status !== 'past_due' && best.cancel_at === null))
    return null
  const { plan_display_name, provider, next_payment_attempt, ends_unpaid_at, cancel_at } = await viewOf(
    ctx,
    best,
  )
  const ends_at = ends_unpaid_at ?? cancel_at
  const next = await planWithout(ctx, best, ends_at === null ? ctx.clock() : Date.parse(ends_at))
  return {
    state: best.status === 'past_due' ? 'failed' : 'ending',
    plan_display_name,
    provider,
    next_payment_attempt,
    ends_at,
    next_plan_display_name: await planDisplayName(ctx, next),
  }
}

/** The subscription that counts for an account, null if it never had one, and others that have not ended. */
export async function viewCurrent(
  ctx: DbContext<'secrets'>,
  userId: number,
): Promise<OutputOf<typeof readCurrentSubscription>> {
  const [best, ...rest] = await rankSubscriptions(ctx, userId)
  return {
    subscription: best ? await viewOf(ctx, best) : null,
    others: await Promise.all(rest.filter(isLive).map((row) => viewOf(ctx, row))),
    granted_plan: await viewGrantedPlan(ctx, await findGrantedPlan(ctx, userId)),
  }
}

/** A plan that an operator gave. */
export const viewGrantedPlan = async (ctx: DbContext<'secrets'>, granted: GrantedPlan | undefined) =>
  granted
    ? {
        plan: granted.plan,
        plan_display_name: await planDisplayName(ctx, granted.plan),
        ends_at: wireTime(granted.ends_at),
      }
    : null

/** What its customer and operators see of an invoice. */
export const viewInvoice = (row: InvoiceRow) => ({
  id: row.id,
  number: row.number,
  status: row.status,
  total: row.total,
  tax: row.tax,
  refunded: row.refunded,
  currency: row.currency,
  created_at: wireTime(row.created_at),
  provider: row.provider,
})

const maxListed = 100

export async function viewInvoices(ctx: DbContext, userId: number): Promise<OutputOf<typeof listEndpoint>> {
  return { invoices: (await listInvoicesOf(ctx, userId, maxListed)).map(viewInvoice) }
}

/**
 * Asks the provider where an invoice can be read now.
 * @param callerId whose calls are counted
 * @throws AppError NOT_FOUND, RATE_LIMITED, UNAVAILABLE
 */
export async function findInvoicePage(
  ctx: Context,
  userId: number,
  id: number,
  callerId = userId,
): Promise<OutputOf<typeof openEndpoint>> {
  const invoice = await findInvoice(ctx, userId, id)
  if (!invoice) throw new AppError('NOT_FOUND')
  const subscription = await requireOwnSubscription(ctx, userId, invoice.subscription_id)
  await changesAnHour(ctx, callerId)
  const url = await atProvider(ctx, async () =>
    (await requireProvider(ctx, invoice.provider)).invoiceUrl(invoice.provider_id, {
      id: subscription.provider_id,
    }),
  )
  if (url === undefined) throw notFound('The provider has no page of this invoice yet.')
  return { url }
}
