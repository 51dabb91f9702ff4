// The objects of fake-dodo.ts in the words of dodo: amounts in cents, times as text.

import type { FakeCheckout, FakeInvoice, FakeSubscription } from './fake-subscription.ts'

const time = (ms: number): string => new Date(ms).toISOString()
/** A failed renewal puts a subscription on hold, unless the merchant has switched retries on. */
const statuses = { active: 'active', past_due: 'on_hold', ended: 'cancelled' } as const
const frequencies = { month: 'Month', year: 'Year' } as const

const customerOf = ({ customerId, email }: FakeCheckout) => ({
  customer_id: customerId,
  email,
  name: 'Ada',
  metadata: {},
})

export function dodoSubscription(subscription: FakeSubscription) {
  const { checkout, price, scheduled, period_start, period_end, cancel_at, ended_at } = subscription
  return {
    subscription_id: subscription.id,
    status: statuses[subscription.status],
    product_id: price.ref,
    quantity: 1,
    currency: 'EUR',
    customer: customerOf(checkout),
    metadata: checkout.metadata,
    created_at: time(period_start),
    previous_billing_date: time(period_start),
    next_billing_date: time(period_end),
    cancel_at_next_billing_date: cancel_at !== null,
    cancelled_at: ended_at === null ? null : time(ended_at),
    expires_at: null,
    payment_frequency_count: 1,
    payment_frequency_interval: frequencies[price.interval],
    recurring_pre_tax_amount: price.amount,
    scheduled_change: scheduled
      ? {
          id: `spc_${subscription.id}`,
          product_id: scheduled.ref,
          quantity: 1,
          addons: [],
          created_at: time(period_start),
          effective_at: time(period_end),
        }
      : null,
    trial_period_days: 0,
  }
}

/** In a list, a payment has neither its tax nor its refunds. */
export function dodoListedPayment(subscription: FakeSubscription, invoice: FakeInvoice) {
  const { refunded } = invoice
  return {
    payment_id: invoice.id,
    created_at: time(invoice.createdAt),
    status: invoice.status === 'open' ? 'failed' : 'succeeded',
    currency: 'EUR',
    total_amount: invoice.total,
    customer: customerOf(subscription.checkout),
    metadata: subscription.checkout.metadata,
    subscription_id: subscription.id,
    refund_status: refunded === 0 ? null : refunded < invoice.total ? 'partial' : 'full',
  }
}

export function dodoRefund(subscription: FakeSubscription, invoice: FakeInvoice) {
  const { refunded: amount } = invoice
  return {
    refund_id: invoice.id.replace('pay_', 'ref_'),
    payment_id: invoice.id,
    status: 'succeeded',
    amount,
    is_partial: amount < invoice.total,
    currency: 'EUR',
    customer: customerOf(subscription.checkout),
    metadata: subscription.checkout.metadata,
  }
}

const disputeStatuses = { open: 'dispute_opened', won: 'dispute_won', lost: 'dispute_lost' } as const

/** It names its payment, but no customer and no subscription. */
export const dodoDispute = ({ id, total, createdAt }: FakeInvoice, status: string) => ({
  dispute_id: id.replace('pay_', 'dp_'),
  payment_id: id,
  business_id: 'bus_fake',
  amount: String(total),
  currency: 'EUR',
  created_at: time(createdAt),
  dispute_stage: 'dispute',
  dispute_status: status,
})

export function dodoPayment(subscription: FakeSubscription, invoice: FakeInvoice, url: string) {
  return {
    ...dodoListedPayment(subscription, invoice),
    tax: invoice.tax,
    invoice_id: invoice.id.slice(-8).toUpperCase(),
    invoice_url: invoice.status === 'open' ? null : `${url}/__invoice/${invoice.id}.pdf`,
    checkout_session_id: subscription.checkout.id,
    refunds: invoice.refunded === 0 ? [] : [dodoRefund(subscription, invoice)],
    disputes: invoice.dispute ? [dodoDispute(invoice, disputeStatuses[invoice.dispute])] : [],
  }
}
