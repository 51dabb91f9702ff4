/** Subscriptions, orders and checkouts as polar's API of 2026-10 writes them. */
import type { FakeCheckout, FakeInvoice, FakeSubscription } from './fake-subscription.ts'

const iso = (time: number | null | undefined): string | null =>
  typeof time !== 'number' ? null : new Date(time).toISOString()

const words = { active: 'active', past_due: 'past_due', ended: 'canceled' } as const

export const polarSubscription = (subscription: FakeSubscription) => {
  const { checkout, price, scheduled, period_start, period_end, cancel_at, ended_at } = subscription
  return {
    id: subscription.id,
    created_at: iso(subscription.invoices.at(-1)?.createdAt),
    modified_at: null,
    amount: price.amount,
    currency: 'eur',
    recurring_interval: price.interval,
    recurring_interval_count: 1,
    status: words[subscription.status],
    current_period_start: iso(period_start),
    current_period_end: iso(period_end),
    trial_start: null,
    trial_end: null,
    cancel_at_period_end: cancel_at !== null,
    canceled_at: iso(subscription.canceledAt),
    ends_at: iso(ended_at ?? cancel_at),
    ended_at: iso(ended_at),
    past_due_at: iso(subscription.pastDueAt),
    paused_at: null,
    customer_id: checkout.customerId,
    product_id: price.ref,
    pending_update: scheduled ? { applies_at: iso(period_end), product_id: scheduled.ref } : null,
    checkout_id: checkout.id,
    metadata: checkout.metadata,
    customer: { id: checkout.customerId, external_id: checkout.externalId ?? null, email: checkout.email },
  }
}

const orderWords = { open: 'pending', paid: 'paid', refunded: 'refunded' } as const
const orderWordOf = ({ status, refunded }: FakeInvoice): string =>
  status === 'paid' && refunded > 0 ? 'partially_refunded' : orderWords[status]
const reasons = {
  initial: 'subscription_create',
  renewal: 'subscription_cycle',
  change: 'subscription_update',
} as const
/** The tax in what was refunded. */
const refundedTaxOf = ({ refunded, tax, total }: FakeInvoice): number => Math.round((refunded * tax) / total)

export const polarOrder = (subscription: FakeSubscription, invoice: FakeInvoice) => ({
  id: invoice.id,
  created_at: iso(invoice.createdAt),
  modified_at: null,
  status: orderWordOf(invoice),
  paid: invoice.status !== 'open',
  subtotal_amount: invoice.total - invoice.tax,
  discount_amount: 0,
  net_amount: invoice.total - invoice.tax,
  tax_amount: invoice.tax,
  total_amount: invoice.total,
  refunded_amount: invoice.refunded - refundedTaxOf(invoice),
  refunded_tax_amount: refundedTaxOf(invoice),
  currency: 'eur',
  billing_reason: reasons[invoice.reason],
  invoice_number: invoice.status === 'open' ? null : `ENV-${invoice.id.slice(-4)}`,
  is_invoice_generated: invoice.hasDocument,
  customer_id: subscription.checkout.customerId,
  product_id: subscription.price.ref,
  subscription_id: subscription.id,
  checkout_id: subscription.checkout.id,
  metadata: subscription.checkout.metadata,
})

export const polarRefund = (subscription: FakeSubscription, invoice: FakeInvoice) => ({
  id: crypto.randomUUID(),
  status: 'succeeded',
  reason: 'customer_request',
  amount: invoice.total - invoice.tax,
  tax_amount: invoice.tax,
  currency: 'eur',
  order_id: invoice.id,
  subscription_id: subscription.id,
  customer_id: subscription.checkout.customerId,
  metadata: {},
  dispute: invoice.dispute
    ? {
        id: invoice.id,
        status: invoice.dispute === 'open' ? 'needs_response' : invoice.dispute,
        amount: invoice.total - invoice.tax,
        tax_amount: invoice.tax,
        currency: 'eur',
      }
    : null,
})

export const polarCheckout = (checkout: FakeCheckout, url: string) => ({
  id: checkout.id,
  url: `${url}/__checkout/${checkout.id}`,
  status: { open: 'open', paid: 'succeeded', failed: 'failed', expired: 'expired' }[checkout.status],
  expires_at: iso(checkout.expiresAt),
  success_url: checkout.successUrl,
  return_url: checkout.cancelUrl ?? null,
  product_id: checkout.price.ref,
  customer_id: checkout.subscriptionId ? checkout.customerId : null,
  customer_email: checkout.email,
  external_customer_id: checkout.externalId ?? null,
  subscription_id: checkout.subscriptionId ?? null,
  metadata: checkout.metadata,
})
