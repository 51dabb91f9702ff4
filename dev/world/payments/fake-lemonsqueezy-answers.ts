/** Subscriptions, invoices and checkouts as the JSON:API of lemonsqueezy writes them. */
import type { FakeCheckout, FakeInvoice, FakeSubscription } from './fake-subscription.ts'

/** With microseconds, as lemonsqueezy writes times. */
const iso = (time: number): string => new Date(time).toISOString().replace('Z', '000Z')

function wordOf({ status, cancel_at }: FakeSubscription): string {
  if (status === 'ended') return 'expired'
  return cancel_at === null ? status : 'cancelled'
}

export const lemonsqueezySubscription = (subscription: FakeSubscription, url: string) => {
  const { checkout, price, period_end, ended_at, cancel_at } = subscription
  const endsAt = ended_at ?? cancel_at
  const portal = `${url}/__portal/${checkout.customerId}?expires=24h&signature=fake`
  return {
    type: 'subscriptions',
    id: subscription.id,
    attributes: {
      store_id: 55,
      customer_id: Number(checkout.customerId),
      order_id: Number(subscription.id) + 1_000,
      variant_id: Number(price.ref),
      user_email: checkout.email,
      status: wordOf(subscription),
      pause: null,
      cancelled: cancel_at !== null,
      trial_ends_at: null,
      urls: { customer_portal: portal, update_payment_method: portal },
      renews_at: iso(period_end),
      ends_at: endsAt === null ? null : iso(endsAt),
      created_at: iso(subscription.invoices.at(-1)?.createdAt ?? 0),
      test_mode: true,
    },
  }
}

const invoiceWords = { open: 'pending', paid: 'paid', refunded: 'refunded' } as const
const invoiceWordOf = ({ status, refunded }: FakeInvoice): string =>
  status === 'paid' && refunded > 0 ? 'partial_refund' : invoiceWords[status]

export const lemonsqueezyInvoice = (subscription: FakeSubscription, invoice: FakeInvoice, url: string) => ({
  type: 'subscription-invoices',
  id: invoice.id,
  attributes: {
    store_id: 55,
    subscription_id: Number(subscription.id),
    customer_id: Number(subscription.checkout.customerId),
    user_email: subscription.checkout.email,
    billing_reason: invoice.reason === 'change' ? 'updated' : invoice.reason,
    currency: 'EUR',
    status: invoiceWordOf(invoice),
    refunded: invoice.status === 'refunded',
    refunded_amount: invoice.refunded,
    subtotal: invoice.total - invoice.tax,
    tax: invoice.tax,
    total: invoice.total,
    urls: { invoice_url: invoice.status === 'open' ? null : `${url}/__invoice/${invoice.id}.pdf` },
    created_at: iso(invoice.createdAt),
    test_mode: true,
  },
})

export const lemonsqueezyCheckout = (checkout: FakeCheckout, url: string) => ({
  type: 'checkouts',
  id: checkout.id,
  attributes: {
    store_id: 55,
    variant_id: Number(checkout.price.ref),
    checkout_data: { email: checkout.email, custom: checkout.metadata },
    expires_at: Number.isFinite(checkout.expiresAt) ? iso(checkout.expiresAt) : null,
    test_mode: true,
    url: `${url}/__checkout/${checkout.id}`,
  },
})
