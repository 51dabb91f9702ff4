// The objects of fake-stripe.ts in the words and units of stripe: amounts in cents, times in seconds.

import type { FakeCheckout, FakeInvoice, FakeSubscription } from './fake-subscription.ts'

const seconds = (ms: number): number => Math.floor(ms / 1000)
const statuses = { active: 'active', past_due: 'past_due', ended: 'canceled' } as const

const intentOf = ({ id }: FakeInvoice): string => id.replace('in_', 'pi_')

export function stripeSession(checkout: FakeCheckout, url: string, status: string) {
  return {
    id: checkout.id,
    object: 'checkout.session',
    mode: 'subscription',
    url: status === 'open' ? `${url}/__checkout/${checkout.id}` : null,
    status,
    payment_status: status === 'complete' ? 'paid' : 'unpaid',
    expires_at: seconds(checkout.expiresAt),
    client_reference_id: checkout.externalId ?? null,
    customer: status === 'complete' ? checkout.customerId : null,
    customer_email: checkout.email,
    subscription: checkout.subscriptionId ?? null,
    metadata: checkout.metadata,
    livemode: false,
  }
}

/** Cancelled by the API, both fields are set; by the customer portal, only `cancel_at`. */
export function stripeSubscription(subscription: FakeSubscription, isCanceledByApi: boolean) {
  const { checkout, price, period_start, period_end, cancel_at, canceledAt, ended_at, invoices } =
    subscription
  return {
    id: subscription.id,
    object: 'subscription',
    status: statuses[subscription.status],
    customer: checkout.customerId,
    metadata: checkout.metadata,
    cancel_at: cancel_at === null ? null : seconds(cancel_at),
    cancel_at_period_end: cancel_at !== null && isCanceledByApi,
    canceled_at: canceledAt === undefined ? null : seconds(canceledAt),
    ended_at: ended_at === null ? null : seconds(ended_at),
    pause_collection: null,
    latest_invoice: invoices[0]?.id ?? null,
    livemode: false,
    items: {
      object: 'list',
      data: [
        {
          id: subscription.id.replace('sub_', 'si_'),
          current_period_start: seconds(period_start),
          current_period_end: seconds(period_end),
          price: {
            id: price.ref,
            unit_amount: price.amount,
            currency: 'eur',
            recurring: { interval: price.interval, interval_count: 1 },
          },
        },
      ],
      has_more: false,
    },
  }
}

export function stripeInvoice(subscription: FakeSubscription, invoice: FakeInvoice, url: string) {
  const payments =
    invoice.status === 'open'
      ? []
      : [{ payment: { type: 'payment_intent', payment_intent: intentOf(invoice) } }]
  return {
    id: invoice.id,
    object: 'invoice',
    number: invoice.id.slice(-8).toUpperCase(),
    status: invoice.status === 'open' ? 'open' : 'paid',
    attempted: true,
    total: invoice.total,
    total_taxes: [{ amount: invoice.tax, tax_behavior: 'exclusive' }],
    currency: 'eur',
    created: seconds(invoice.createdAt),
    customer: subscription.checkout.customerId,
    hosted_invoice_url: `${url}/__invoice/${invoice.id}`,
    parent: { type: 'subscription_details', subscription_details: { subscription: subscription.id } },
    payments: { object: 'list', data: payments, has_more: false },
    livemode: false,
  }
}

const disputeStatuses = { open: 'needs_response', won: 'won', lost: 'lost' } as const

/** It names its charge, but no customer, invoice or subscription. */
export const stripeDispute = ({ id, total, createdAt, dispute }: FakeInvoice) => ({
  id: id.replace('in_', 'dp_'),
  object: 'dispute',
  amount: total,
  currency: 'eur',
  charge: id.replace('in_', 'ch_'),
  payment_intent: id.replace('in_', 'pi_'),
  created: seconds(createdAt),
  reason: 'fraudulent',
  status: dispute && disputeStatuses[dispute],
  is_charge_refundable: false,
  evidence: { customer_email_address: null },
  metadata: {},
  livemode: false,
})

export function stripeCharge(subscription: FakeSubscription, invoice: FakeInvoice) {
  return {
    id: invoice.id.replace('in_', 'ch_'),
    object: 'charge',
    amount: invoice.total,
    amount_refunded: invoice.refunded,
    refunded: invoice.refunded === invoice.total,
    customer: subscription.checkout.customerId,
    payment_intent: intentOf(invoice),
    disputed: invoice.dispute !== undefined,
    livemode: false,
  }
}
