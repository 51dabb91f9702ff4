/** What becomes of the checkouts and subscriptions of a fake provider, in words of no provider. */
import type { FakeClock } from './fake-clock.ts'

export interface FakePrice {
  readonly ref: string
  readonly interval: 'month' | 'year'
  /** In cents, without tax. */
  readonly amount: number
}

export interface FakeCheckout {
  readonly id: string
  readonly price: FakePrice
  readonly email: string
  readonly customerId: string
  readonly externalId: string | undefined
  readonly metadata: Readonly<Record<string, string>>
  readonly successUrl: string
  readonly cancelUrl: string | undefined
  readonly expiresAt: number
  status: 'open' | 'paid' | 'failed'
  subscriptionId: string | undefined
}

export interface FakeInvoice {
  readonly id: string
  readonly createdAt: number
  readonly reason: 'initial' | 'renewal'
  readonly total: number
  readonly tax: number
  status: 'open' | 'paid' | 'refunded'
  hasDocument: boolean
}

export interface FakeSubscription {
  readonly id: string
  readonly checkout: FakeCheckout
  readonly invoices: FakeInvoice[]
  status: 'active' | 'past_due' | 'ended'
  periodStart: number
  periodEnd: number
  willEnd: boolean
  canceledAt: number | undefined
  endedAt: number | undefined
  pastDueAt: number | undefined
  failNextRenewal: boolean
}

export const fakeChanges = [
  'started',
  'renewed',
  'payment_failed',
  'recovered',
  'canceled',
  'resumed',
  'ended',
  'refunded',
] as const
export type FakeChange = (typeof fakeChanges)[number]

export interface FakeSubscriptionsOptions {
  readonly clock: FakeClock
  readonly newId: (kind: 'checkout' | 'subscription' | 'invoice') => string
  /** Sends the provider's webhooks for a change. */
  readonly onChange: (
    change: FakeChange,
    subscription: FakeSubscription,
    invoice: FakeInvoice | undefined,
  ) => void
}

/** 20 % on top of the price. */
const taxOf = (amount: number): number => amount / 5

function periodAfter(start: number, interval: FakePrice['interval']): number {
  const end = new Date(start)
  if (interval === 'month') end.setUTCMonth(end.getUTCMonth() + 1)
  else end.setUTCFullYear(end.getUTCFullYear() + 1)
  return end.getTime()
}

export type FakeSubscriptions = ReturnType<typeof createFakeSubscriptions>

export function createFakeSubscriptions({ clock, newId, onChange }: FakeSubscriptionsOptions) {
  const checkouts = new Map<string, FakeCheckout>()
  const subscriptions = new Map<string, FakeSubscription>()

  const find = (id: string): FakeSubscription => {
    const found = subscriptions.get(id)
    if (!found) throw new Error(`The fake has no subscription ${id}`)
    return found
  }
  const addInvoice = (subscription: FakeSubscription, status: FakeInvoice['status']): FakeInvoice => {
    const { amount } = subscription.checkout.price
    const invoice: FakeInvoice = {
      id: newId('invoice'),
      createdAt: clock.now(),
      reason: subscription.invoices.length === 0 ? 'initial' : 'renewal',
      total: amount + taxOf(amount),
      tax: taxOf(amount),
      status,
      hasDocument: false,
    }
    subscription.invoices.unshift(invoice)
    return invoice
  }
  const startPeriod = (subscription: FakeSubscription, start: number) => {
    subscription.periodStart = start
    subscription.periodEnd = periodAfter(start, subscription.checkout.price.interval)
  }
  const end = (subscription: FakeSubscription) => {
    subscription.status = 'ended'
    subscription.willEnd = false
    subscription.endedAt = clock.now()
    onChange('ended', subscription, undefined)
  }
  const renew = (subscription: FakeSubscription, isPaid: boolean) => {
    startPeriod(subscription, subscription.periodEnd)
    subscription.failNextRenewal = false
    const invoice = addInvoice(subscription, isPaid ? 'paid' : 'open')
    subscription.status = isPaid ? 'active' : 'past_due'
    subscription.pastDueAt = isPaid ? undefined : clock.now()
    onChange(isPaid ? 'renewed' : 'payment_failed', subscription, invoice)
  }
  /** Moves the clock to the end of the period, as the provider's own schedule would see it. */
  const reachPeriodEnd = (subscription: FakeSubscription) =>
    clock.advance(Math.max(0, subscription.periodEnd - clock.now()))

  return {
    checkouts,
    subscriptions,

    openCheckout(fields: Omit<FakeCheckout, 'id' | 'status' | 'subscriptionId'>): FakeCheckout {
      const checkout: FakeCheckout = {
        ...fields,
        id: newId('checkout'),
        status: 'open',
        subscriptionId: undefined,
      }
      checkouts.set(checkout.id, checkout)
      return checkout
    },
    pay(checkout: FakeCheckout): FakeSubscription {
      const now = clock.now()
      const subscription: FakeSubscription = {
        id: newId('subscription'),
        checkout,
        invoices: [],
        status: 'active',
        periodStart: now,
        periodEnd: periodAfter(now, checkout.price.interval),
        willEnd: false,
        canceledAt: undefined,
        endedAt: undefined,
        pastDueAt: undefined,
        failNextRenewal: false,
      }
      subscriptions.set(subscription.id, subscription)
      checkout.status = 'paid'
      checkout.subscriptionId = subscription.id
      onChange('started', subscription, addInvoice(subscription, 'paid'))
      return subscription
    },

    cancel(subscription: FakeSubscription): void {
      subscription.willEnd = true
      subscription.canceledAt = clock.now()
      onChange('canceled', subscription, undefined)
    },
    resume(subscription: FakeSubscription): void {
      subscription.willEnd = false
      subscription.canceledAt = undefined
      onChange('resumed', subscription, undefined)
    },
    end,

    renew(id: string): void {
      const subscription = find(id)
      reachPeriodEnd(subscription)
      renew(subscription, true)
    },
    failRenewal(id: string): void {
      const subscription = find(id)
      reachPeriodEnd(subscription)
      renew(subscription, false)
    },
    recover(id: string): void {
      const subscription = find(id)
      const [invoice] = subscription.invoices
      if (invoice) invoice.status = 'paid'
      subscription.status = 'active'
      subscription.pastDueAt = undefined
      onChange('recovered', subscription, invoice)
    },
    /** Refunds the latest paid invoice. */
    refund(id: string): void {
      const subscription = find(id)
      const invoice = subscription.invoices.find(({ status }) => status === 'paid')
      if (!invoice) throw new Error(`The fake has no paid invoice of ${id}`)
      invoice.status = 'refunded'
      onChange('refunded', subscription, invoice)
    },
    endPeriod(id: string): void {
      const subscription = find(id)
      reachPeriodEnd(subscription)
      if (subscription.willEnd) end(subscription)
      else renew(subscription, !subscription.failNextRenewal)
    },
  }
}
