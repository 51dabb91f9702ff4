import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { InvoiceStatus, SubscriptionStatus } from '@envhold/contract/billing/payments.ts'
import { z } from 'zod'
import { BadSignatureError, PaymentError } from '../payment-error.ts'
import type { Invoice, ProviderSubscription, WebhookEvent, WebhookHeaders } from '../provider.ts'
import {
  currency,
  eventAbout,
  isoTime,
  minorUnits,
  pageUrl,
  parseWebhook,
  shortText,
} from '../translation.ts'
import { type SendRequest, unlessMissing } from './lemonsqueezy-request.ts'

/** `cancelled` depends on the time: see below. */
const statuses: ReadonlyMap<string, SubscriptionStatus> = new Map([
  ['on_trial', 'trialing'],
  ['active', 'active'],
  ['past_due', 'past_due'],
  ['paused', 'paused'],
  ['pause', 'paused'],
  ['unpaid', 'ended'],
  ['expired', 'ended'],
])

/** Every id of lemonsqueezy that we send. Any other text could change the path of a request. */
export const isLemonsqueezyId = (id: string): boolean => /^[1-9]\d{0,15}$/.test(id)

/** Answers have ids as numbers within attributes. */
const numericId = z.int().positive().transform(String)

const subscriptionAnswer = z.object({
  data: z.object({
    id: shortText,
    attributes: z.object({
      status: shortText,
      variant_id: numericId,
      customer_id: numericId,
      renews_at: isoTime.nullable(),
      ends_at: isoTime.nullable(),
      test_mode: z.boolean(),
      urls: z.object({ customer_portal: pageUrl }),
    }),
  }),
})

type LemonsqueezySubscription = z.infer<typeof subscriptionAnswer>['data']

export const parseLemonsqueezySubscription = (answer: unknown): LemonsqueezySubscription =>
  subscriptionAnswer.parse(answer).data

/**
 * A cancelled subscription is paid for until `ends_at`, and can be resumed until then. lemonsqueezy does not say when
 * the period started, what the interval is, or what our checkout was: webhooks alone name the checkout.
 */
export function translateSubscription(
  subscription: LemonsqueezySubscription,
  now: number,
): ProviderSubscription {
  const { status: word, ends_at, renews_at, ...attributes } = subscription.attributes
  const isCanceled = word === 'cancelled'
  const runsUntil = isCanceled && ends_at !== null && ends_at > now ? ends_at : null
  const canceledStatus = runsUntil === null ? 'ended' : 'active'
  const known = isCanceled ? canceledStatus : statuses.get(word)
  const status = known ?? 'pending'
  return {
    id: subscription.id,
    customerId: attributes.customer_id,
    status,
    ...(known ? {} : { unknownStatus: word }),
    priceRef: attributes.variant_id,
    price: null,
    scheduledPriceRef: null,
    interval: null,
    periodStart: null,
    periodEnd: runsUntil ?? renews_at,
    cancelAt: runsUntil,
    endedAt: status === 'ended' ? ends_at : null,
    checkoutId: null,
    testMode: attributes.test_mode,
  }
}

/** The subscription as lemonsqueezy answers it; undefined where it knows none. */
async function findLemonsqueezySubscription(
  send: SendRequest,
  id: string,
): Promise<LemonsqueezySubscription | undefined> {
  const answer = isLemonsqueezyId(id) ? await unlessMissing(send('GET', `subscriptions/${id}`)) : undefined
  return answer === undefined ? undefined : parseLemonsqueezySubscription(answer)
}

/** `cancelled` hides whether the last renewal was paid. The invoices say so. */
export async function describeLemonsqueezySubscription(
  send: SendRequest,
  id: string,
  now: number,
): Promise<ProviderSubscription | undefined> {
  const subscription = await findLemonsqueezySubscription(send, id)
  if (!subscription) return undefined
  const described = translateSubscription(subscription, now)
  const isUnpaid = described.cancelAt !== null && (await isPeriodUnpaid(send, id))
  return isUnpaid ? { ...described, status: 'past_due' } : described
}

/** @throws PaymentError rejected, where lemonsqueezy knows no such subscription */
export async function requireLemonsqueezySubscription(
  send: SendRequest,
  id: string,
): Promise<LemonsqueezySubscription> {
  const subscription = await findLemonsqueezySubscription(send, id)
  if (!subscription) throw new PaymentError('rejected', 'lemonsqueezy', 404)
  return subscription
}

const maxInvoices = 24

/** Every other invoice still has to be paid: lemonsqueezy's word is `pending`. */
const invoiceStatuses: ReadonlyMap<string, InvoiceStatus> = new Map([
  ['paid', 'paid'],
  ['void', 'void'],
  ['refunded', 'refunded'],
  ['partial_refund', 'partially_refunded'],
])

const invoiceResource = z.object({
  id: shortText,
  attributes: z.object({
    subscription_id: numericId,
    /** `initial`, `renewal` or `updated`. */
    billing_reason: shortText,
    status: shortText,
    total: minorUnits,
    tax: minorUnits,
    refunded_amount: minorUnits.nullish().transform((amount) => amount ?? 0),
    currency,
    created_at: isoTime,
    urls: z.object({ invoice_url: pageUrl.nullable() }),
  }),
})
const listAnswer = z.object({ data: z.array(invoiceResource).max(maxInvoices) })
const oneAnswer = z.object({ data: invoiceResource })

type InvoiceResource = z.infer<typeof invoiceResource>

function toInvoice({ id, attributes }: InvoiceResource): Invoice {
  const { total, tax, refunded_amount: refunded } = attributes
  const status = invoiceStatuses.get(attributes.status) ?? 'open'
  return {
    id,
    number: null,
    status: status === 'paid' && refunded > 0 ? 'partially_refunded' : status,
    total,
    tax,
    refunded,
    currency: attributes.currency,
    createdAt: attributes.created_at,
  }
}

export const listLemonsqueezyInvoices = async (
  send: SendRequest,
  subscriptionId: string,
): Promise<readonly Invoice[]> => (await listInvoiceResources(send, subscriptionId)).map(toInvoice)

/** Whether the newest period was never paid for. The difference to another plan begins no period. */
async function isPeriodUnpaid(send: SendRequest, subscriptionId: string): Promise<boolean> {
  const [newest] = (await listInvoiceResources(send, subscriptionId))
    .filter(({ attributes }) => attributes.billing_reason !== 'updated')
    .toSorted((left, right) => right.attributes.created_at - left.attributes.created_at)
  return newest !== undefined && ['open', 'void'].includes(toInvoice(newest).status)
}

async function listInvoiceResources(
  send: SendRequest,
  subscriptionId: string,
): Promise<readonly InvoiceResource[]> {
  if (!isLemonsqueezyId(subscriptionId)) return []
  const query = new URLSearchParams({
    'filter[subscription_id]': subscriptionId,
    'page[size]': String(maxInvoices),
  })
  const { data } = listAnswer.parse(await send('GET', `subscription-invoices?${query}`))
  // An answer that ignores the filter must not show the invoices of other customers.
  return data.filter(({ attributes }) => attributes.subscription_id === subscriptionId)
}

/** The PDF of an invoice of this subscription. undefined: there is none, such as for an unpaid invoice. */
export async function findLemonsqueezyInvoice(
  send: SendRequest,
  invoiceId: string,
  subscriptionId: string,
): Promise<string | undefined> {
  if (!isLemonsqueezyId(invoiceId)) return undefined
  const answer = await unlessMissing(send('GET', `subscription-invoices/${invoiceId}`))
  const attributes = answer === undefined ? undefined : oneAnswer.parse(answer).data.attributes
  if (attributes?.subscription_id !== subscriptionId) return undefined
  return attributes.urls.invoice_url ?? undefined
}

export const lemonsqueezyWebhookHeaders = ['x-signature'] as const

const envelope = z.object({ meta: z.object({ event_name: shortText }) })
const optionalId = numericId.optional().catch(undefined)
const payload = z.object({
  meta: z.object({
    custom_data: z
      .object({ checkout_id: shortText.optional().catch(undefined) })
      .optional()
      .catch(undefined),
  }),
  data: z.object({
    type: z.enum(['subscriptions', 'subscription-invoices']),
    id: shortText,
    attributes: z.object({ subscription_id: optionalId, customer_id: optionalId }),
  }),
})

/**
 * lemonsqueezy signs neither a time nor an event id. A replay is harmless, because an event only leads to a fresh read
 * of the subscription; the id is the hash of the body, so that a replay is recognized.
 * @throws BadSignatureError
 */
export function readLemonsqueezyWebhook(
  secret: string,
  rawBody: Uint8Array,
  { 'x-signature': signature }: WebhookHeaders,
): WebhookEvent {
  if (!secret || !signature || !/^[0-9a-f]{64}$/.test(signature)) throw new BadSignatureError()
  const expected = createHmac('sha256', secret).update(rawBody).digest()
  if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) throw new BadSignatureError()
  const text = Buffer.from(rawBody).toString()
  return { id: createHash('sha256').update(rawBody).digest('hex'), ...translate(parseWebhook(text)) }
}

function translate(event: unknown): Omit<WebhookEvent, 'id'> {
  const type = envelope.safeParse(event).data?.meta.event_name ?? 'unknown'
  const { data, meta } = payload.safeParse(event).data ?? {}
  if (!data || !meta) return { type, about: 'other' }
  const isInvoice = data.type === 'subscription-invoices'
  const subscriptionId = isInvoice ? data.attributes.subscription_id : data.id
  const { customer_id: customerId } = data.attributes
  const checkoutId = meta.custom_data?.checkout_id
  const about = isInvoice ? 'invoice' : 'subscription'
  return eventAbout(type, about, { subscriptionId, customerId, checkoutId })
}
