import type {
  BillingInterval,
  InvoiceStatus,
  SubscriptionStatus,
} from '@envhold/contract/billing/payments.ts'
import { z } from 'zod'
import { PaymentError } from '../payment-error.ts'
import type { Invoice, PaymentProvider, PlanChangePreview, ProviderSubscription } from '../provider.ts'
import {
  currency,
  isoTime,
  isProviderId,
  metadata,
  minorUnits,
  moneyOf,
  pageUrl,
  presentIds,
  shortText,
} from '../translation.ts'
import { type DodoClient, orActError, orPaymentError, unlessMissing } from './dodo-client.ts'

const statuses: ReadonlyMap<string, SubscriptionStatus> = new Map([
  ['pending', 'pending'],
  ['active', 'active'],
  ['past_due', 'past_due'],
  // A failed renewal: it becomes active again once it is paid.
  ['on_hold', 'past_due'],
  ['paused', 'paused'],
  ['cancelled', 'ended'],
  ['expired', 'ended'],
  ['failed', 'ended'],
])

const intervals: ReadonlyMap<string, BillingInterval> = new Map([
  ['1 Month', 'monthly'],
  ['12 Month', 'yearly'],
  ['1 Year', 'yearly'],
])

const subscriptionAnswer = z.object({
  subscription_id: shortText,
  status: shortText,
  product_id: shortText,
  customer: z.object({ customer_id: shortText }),
  metadata,
  previous_billing_date: isoTime,
  next_billing_date: isoTime,
  cancel_at_next_billing_date: z.boolean(),
  cancelled_at: isoTime.nullish(),
  expires_at: isoTime.nullish(),
  payment_frequency_count: z.int(),
  payment_frequency_interval: shortText,
  recurring_pre_tax_amount: minorUnits.nullish(),
  currency: currency.nullish(),
  scheduled_change: z.object({ product_id: shortText }).nullish(),
})

/** dodo has its modes on two hosts, so a subscription belongs to the mode in which it was found. */
export function parseDodoSubscription(answer: unknown, testMode: boolean): ProviderSubscription {
  const subscription = subscriptionAnswer.parse(answer)
  const known = statuses.get(subscription.status)
  const status = known ?? 'pending'
  const isEnded = status === 'ended'
  return {
    id: subscription.subscription_id,
    customerId: subscription.customer.customer_id,
    status,
    ...(known ? {} : { unknownStatus: subscription.status }),
    priceRef: subscription.product_id,
    price: moneyOf(subscription.recurring_pre_tax_amount, subscription.currency),
    scheduledPriceRef: isEnded ? null : (subscription.scheduled_change?.product_id ?? null),
    interval:
      intervals.get(`${subscription.payment_frequency_count} ${subscription.payment_frequency_interval}`) ??
      null,
    periodStart: subscription.previous_billing_date,
    periodEnd: subscription.next_billing_date,
    cancelAt: subscription.cancel_at_next_billing_date && !isEnded ? subscription.next_billing_date : null,
    endedAt: isEnded ? (subscription.cancelled_at ?? subscription.expires_at ?? null) : null,
    checkoutId: subscription.metadata.checkout_id ?? null,
    testMode,
  }
}

const changePreview = z.object({
  immediate_charge: z.object({
    summary: z.object({ total_amount: minorUnits, customer_credits: minorUnits, currency }),
  }),
  new_plan: z.object({ recurring_pre_tax_amount: minorUnits, next_billing_date: isoTime }),
})

/** Credits that dodo adds are what is left of the old plan. */
export function parseDodoPreview(answer: unknown): PlanChangePreview {
  const { immediate_charge, new_plan } = changePreview.parse(answer)
  const { total_amount, customer_credits, currency: code } = immediate_charge.summary
  return {
    starts: 'now',
    dueNow: total_amount > 0 ? total_amount : 0 - Math.max(0, customer_credits),
    nextAmount: new_plan.recurring_pre_tax_amount,
    nextAt: new_plan.next_billing_date,
    currency: code,
  }
}

export async function findDodoSubscription(
  client: DodoClient,
  id: string,
  testMode: boolean,
): Promise<ProviderSubscription | undefined> {
  const answer = isProviderId(id) ? await unlessMissing(client.subscriptions.retrieve(id)) : undefined
  return answer && parseDodoSubscription(answer, testMode)
}

const listed = z.object({ payment_id: shortText, created_at: isoTime, status: shortText.nullish() })
const listAnswer = z.object({ items: z.array(listed) })
const paymentAnswer = z.object({
  payment_id: shortText,
  created_at: isoTime,
  status: shortText.nullish(),
  currency,
  total_amount: minorUnits,
  tax: minorUnits.nullish(),
  invoice_id: shortText.nullish(),
  invoice_url: pageUrl.nullish().catch(null),
  subscription_id: shortText.nullish(),
  refund_status: shortText.nullish(),
  refunds: z.array(z.object({ status: shortText, amount: minorUnits.nullish() })),
  disputes: z.array(z.object({ dispute_status: shortText })).nullish(),
})
type Payment = z.infer<typeof paymentAnswer>
const retryAnswer = z.object({ status: shortText.nullish() })

const invoiceStatuses: ReadonlyMap<string, InvoiceStatus> = new Map([
  ['succeeded', 'paid'],
  ['failed', 'failed'],
  ['cancelled', 'void'],
])

/** dodo does not say in which unit the amount of a dispute is: a lost one counts as the whole payment. */
const isReturned = ({ refund_status, disputes }: Payment): boolean =>
  refund_status === 'full' ||
  disputes?.some(({ dispute_status: is }) => is === 'dispute_lost' || is === 'dispute_accepted') === true

function statusOf(payment: Payment): InvoiceStatus {
  const { status, refund_status } = payment
  if (isReturned(payment)) return 'refunded'
  if (refund_status === 'partial') return 'partially_refunded'
  return invoiceStatuses.get(status ?? '') ?? 'open'
}

function refundedOf(payment: Payment): number {
  if (isReturned(payment)) return payment.total_amount
  const done = payment.refunds.filter(({ status }) => status === 'succeeded')
  return done.reduce((sum, { amount }) => sum + (amount ?? 0), 0)
}

/** The latest first. Read as it comes: the SDK's page would take an answer of another shape for an empty list. */
async function listPayments(client: DodoClient, subscriptionId: string) {
  const query = { subscription_id: subscriptionId, page_size: 24 }
  const answer = await orPaymentError(client.get('/payments', { query }))
  return listAnswer.parse(answer).items.sort((a, b) => b.created_at - a.created_at)
}

async function findPayment(client: DodoClient, id: string): Promise<Payment | undefined> {
  const answer = isProviderId(id) ? await unlessMissing(client.payments.retrieve(id)) : undefined
  return answer && paymentAnswer.parse(answer)
}

const payerAnswer = z.object({
  subscription_id: shortText.nullish(),
  customer: z.object({ customer_id: shortText }),
})

/** Not every webhook about a dispute names more than its payment. */
export async function findDodoPayer(
  client: DodoClient,
  id: string,
): ReturnType<NonNullable<PaymentProvider['findPayment']>> {
  const answer = isProviderId(id) ? await unlessMissing(client.payments.retrieve(id)) : undefined
  if (!answer) return undefined
  const { subscription_id: subscriptionId, customer } = payerAnswer.parse(answer)
  return presentIds({ subscriptionId, customerId: customer.customer_id })
}

/** Every payment is an invoice. The list lacks tax and refunds, so each payment is read too, a few at a time. */
export async function listDodoInvoices(client: DodoClient, subscriptionId: string): Promise<Invoice[]> {
  const waiting = await listPayments(client, subscriptionId)
  const invoices: Invoice[] = []
  while (waiting.length > 0) {
    const group = await Promise.all(
      waiting.splice(0, 6).map(({ payment_id }) => findPayment(client, payment_id)),
    )
    for (const payment of group)
      if (payment)
        invoices.push({
          id: payment.payment_id,
          number: payment.invoice_id ?? null,
          status: statusOf(payment),
          total: payment.total_amount,
          tax: payment.tax ?? 0,
          refunded: refundedOf(payment),
          currency: payment.currency,
          createdAt: payment.created_at,
        })
  }
  return invoices
}

/** The PDF of a payment, if it is one of this subscription. */
export async function findDodoInvoiceUrl(
  client: DodoClient,
  invoiceId: string,
  subscriptionId: string,
): Promise<string | undefined> {
  const payment = await findPayment(client, invoiceId)
  return (payment?.subscription_id === subscriptionId && payment.invoice_url) || undefined
}

/** Tries the latest payment again if it failed, and only once: dodo would charge a repeated request again. */
export async function retryDodoPayment(client: DodoClient, subscriptionId: string): Promise<void> {
  const [latest] = await listPayments(client, subscriptionId)
  if (latest?.status !== 'failed') return
  const answer = await orActError(client.payments.retry(latest.payment_id, { maxRetries: 0 }))
  if (retryAnswer.parse(answer).status === 'failed') throw new PaymentError('rejected', 'dodo', 402)
}
