import { setTimeout } from 'node:timers/promises'
import type { BillingInterval, InvoiceStatus } from '@envhold/contract/billing/payments.ts'
import { z } from 'zod'
import type { Dispute, Invoice, ProviderSubscription, WebhookEvent, WebhookHeaders } from '../provider.ts'
import {
  currency,
  eventAbout,
  isoTime,
  metadata,
  minorUnits,
  moneyOf,
  optionalText,
  pageUrl,
  parseWebhook,
  sharedStatuses,
  shortText,
  verifyStandardWebhook,
} from '../translation.ts'
import { orPaymentError, type PolarClient, PolarRejection, unlessMissing } from './polar-client.ts'

const intervals: ReadonlyMap<string, BillingInterval> = new Map([
  ['month', 'monthly'],
  ['year', 'yearly'],
])

/** Every id of polar is a UUID. Any other text could change the path of a request. */
export const isPolarId = (id: string): boolean => z.guid().safeParse(id).success

const subscriptionAnswer = z.object({
  id: shortText,
  status: shortText,
  product_id: shortText,
  customer_id: shortText,
  metadata,
  current_period_start: isoTime.nullable(),
  current_period_end: isoTime.nullable(),
  cancel_at_period_end: z.boolean(),
  ends_at: isoTime.nullable(),
  ended_at: isoTime.nullable(),
  recurring_interval: shortText,
  recurring_interval_count: z.int(),
  amount: minorUnits.nullish(),
  currency: currency.nullish(),
  pending_update: z.object({ product_id: shortText.nullable() }).nullish(),
})

/** polar has its modes on two hosts, so a subscription belongs to the mode in which it was found. */
export function parsePolarSubscription(answer: unknown, testMode: boolean): ProviderSubscription {
  const subscription = subscriptionAnswer.parse(answer)
  const known = sharedStatuses.get(subscription.status)
  const status = known ?? 'pending'
  const willEnd = subscription.cancel_at_period_end && status !== 'ended'
  return {
    id: subscription.id,
    customerId: subscription.customer_id,
    status,
    ...(known ? {} : { unknownStatus: subscription.status }),
    priceRef: subscription.product_id,
    price: moneyOf(subscription.amount, subscription.currency),
    scheduledPriceRef: status === 'ended' ? null : (subscription.pending_update?.product_id ?? null),
    interval:
      (subscription.recurring_interval_count === 1 && intervals.get(subscription.recurring_interval)) || null,
    periodStart: subscription.current_period_start,
    periodEnd: subscription.current_period_end,
    cancelAt: willEnd ? (subscription.ends_at ?? subscription.current_period_end) : null,
    endedAt: subscription.ended_at,
    checkoutId: subscription.metadata.checkout_id ?? null,
    testMode,
  }
}

export async function findPolarSubscription(
  client: PolarClient,
  id: string,
  testMode: boolean,
): Promise<ProviderSubscription | undefined> {
  const answer = isPolarId(id) ? await unlessMissing(client.subscriptions.get(id)) : undefined
  return answer === undefined ? undefined : parsePolarSubscription(answer, testMode)
}

const maxInvoices = 24
/** polar makes an invoice within seconds of the request for it. */
const waitsMs = [0, 250, 500, 1_000, 2_000]

/** Every other order still has to be paid: polar's words are `draft` and `pending`. */
const invoiceStatuses: ReadonlyMap<string, InvoiceStatus> = new Map([
  ['paid', 'paid'],
  ['refunded', 'refunded'],
  ['partially_refunded', 'partially_refunded'],
  ['void', 'void'],
])

const orderAnswer = z.object({
  id: shortText,
  created_at: isoTime,
  status: shortText,
  is_invoice_generated: z.boolean(),
  total_amount: minorUnits,
  tax_amount: minorUnits,
  refunded_amount: minorUnits,
  refunded_tax_amount: minorUnits,
  currency,
  invoice_number: shortText.nullable(),
  subscription_id: shortText.nullable(),
})

function toInvoice(order: z.infer<typeof orderAnswer>): Invoice {
  return {
    id: order.id,
    number: order.invoice_number,
    status: invoiceStatuses.get(order.status) ?? 'open',
    total: order.total_amount,
    tax: order.tax_amount,
    refunded: order.refunded_amount + order.refunded_tax_amount,
    currency: order.currency,
    createdAt: order.created_at,
  }
}

const ordersAnswer = z.object({ items: z.array(orderAnswer).max(maxInvoices) })
const invoiceAnswer = z.object({ url: pageUrl })

export async function listPolarInvoices(
  client: PolarClient,
  subscriptionId: string,
): Promise<readonly Invoice[]> {
  if (!isPolarId(subscriptionId)) return []
  const query = { subscription_id: [subscriptionId], limit: maxInvoices }
  const { items } = ordersAnswer.parse(await orPaymentError(client.orders.list(query)))
  // An answer that ignores the filter must not show the orders of other customers.
  return items.filter((order) => order.subscription_id === subscriptionId).map(toInvoice)
}

/** The PDF of an order of this subscription. undefined: there is none, such as for an unpaid order. */
export async function findPolarInvoice(
  client: PolarClient,
  signal: AbortSignal,
  orderId: string,
  subscriptionId: string,
): Promise<string | undefined> {
  const answer = isPolarId(orderId) ? await unlessMissing(client.orders.get(orderId)) : undefined
  const order = answer === undefined ? undefined : orderAnswer.parse(answer)
  if (order?.subscription_id !== subscriptionId) return undefined
  if (!order.is_invoice_generated && !(await requestInvoice(client, orderId))) return undefined
  for (const waitMs of waitsMs) {
    await setTimeout(waitMs, undefined, { signal })
    const invoice = await unlessMissing(client.orders.invoice(orderId))
    if (invoice !== undefined) return invoiceAnswer.parse(invoice).url
  }
  return undefined
}

/** false: the order is not paid, or has no billing name. */
const requestInvoice = (client: PolarClient, orderId: string): Promise<boolean> =>
  orPaymentError(
    client.orders.generateInvoice(orderId).then(
      () => true,
      (error: unknown) => {
        if (error instanceof PolarRejection && [409, 422].includes(error.status)) return false
        throw error
      },
    ),
  )

const abouts: ReadonlyMap<string, WebhookEvent['about']> = new Map([
  ['subscription', 'subscription'],
  ['order', 'invoice'],
  ['refund', 'invoice'],
  ['checkout', 'checkout'],
])

/** Every other status waits for the bank. */
const disputeStates: ReadonlyMap<string, Dispute['state']> = new Map([
  ['won', 'won'],
  ['lost', 'lost'],
  ['prevented', 'closed'],
])

const envelope = z.object({ type: shortText })
const payload = z.object({
  data: z.object({
    id: optionalText,
    subscription_id: optionalText,
    customer_id: optionalText,
    metadata: metadata.optional().catch(undefined),
    // Of a refund that a dispute led to.
    dispute: z.object({ id: shortText, status: shortText }).nullish().catch(undefined),
  }),
})

/**
 * polar's own secrets are the key as they are. A secret of Standard Webhooks is base64 after `whsec_`; polar has signed
 * with both readings of such a secret, so both are tried. The SDK checks the time by another clock, so it is not used.
 * @throws BadSignatureError
 */
export function readPolarWebhook(
  secret: string,
  clock: () => number,
  rawBody: Uint8Array,
  headers: WebhookHeaders,
): WebhookEvent {
  const verify = () => {
    try {
      return verifyStandardWebhook(Buffer.from(secret), clock, rawBody, headers)
    } catch {
      return verifyStandardWebhook(secret, clock, rawBody, headers)
    }
  }
  const { id, text } = verify()
  return { id, ...translate(parseWebhook(text)) }
}

function translate(event: unknown): Omit<WebhookEvent, 'id'> {
  const type = envelope.safeParse(event).data?.type ?? 'unknown'
  const about = abouts.get(type.split('.')[0] ?? '')
  const data = payload.safeParse(event).data?.data
  if (!about || !data) return { type, about: 'other' }
  const ids = {
    subscriptionId: about === 'subscription' ? data.id : data.subscription_id,
    customerId: data.customer_id,
    checkoutId: data.metadata?.checkout_id,
  }
  if (!data.dispute) return eventAbout(type, about, ids)
  const { id, status } = data.dispute
  return { ...eventAbout(type, 'dispute', ids), dispute: { id, state: disputeStates.get(status) ?? 'open' } }
}
