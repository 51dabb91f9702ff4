// What becomes of the checkouts and subscriptions of a fake provider, in words of no provider: the sandbox's own
// model, with invoices that have tax.

import { addInterval, changeOf, repriceOf } from '../../../apps/server/src/payments/sandbox/sandbox-life.ts'
import type { FakeClock } from './fake-clock.ts'
import {
  type FakeBill,
  type FakeChange,
  type FakeCheckout,
  type FakeInvoice,
  type FakePrice,
  type FakeSubscription,
  intervalOf,
  withTax,
} from './fake-subscription.ts'

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

export type FakeSubscriptions = ReturnType<typeof createFakeSubscriptions>

export function createFakeSubscriptions({ clock, newId, onChange }: FakeSubscriptionsOptions) {
  const checkouts = new Map<string, FakeCheckout>()
  const subscriptions = new Map<string, FakeSubscription>()

  const find = (id: string): FakeSubscription => {
    const subscription = subscriptions.get(id)
    if (!subscription) throw new Error(`The fake has no subscription ${id}`)
    return subscription
  }
  const addInvoice = (
    subscription: FakeSubscription,
    status: FakeInvoice['status'],
    total = subscription.total,
    reason: FakeInvoice['reason'] = subscription.invoices.length === 0 ? 'initial' : 'renewal',
  ): FakeInvoice => {
    const invoice: FakeInvoice = {
      id: newId('invoice'),
      createdAt: clock.now(),
      reason,
      total,
      tax: Math.round(total / 6),
      status,
      refunded: 0,
      hasDocument: false,
      dispute: undefined,
    }
    subscription.invoices.unshift(invoice)
    return invoice
  }
  /** Changes the state as the sandbox does, as of a time. */
  const apply = (
    action: Parameters<typeof changeOf>[0],
    subscription: FakeSubscription,
    at = clock.now(),
  ): void => void Object.assign(subscription, changeOf(action, subscription, at).subscription)

  /** Unlike at the sandbox, one with a failed payment stays until its period ends. */
  const cancel = (subscription: FakeSubscription): void => {
    subscription.cancel_at = subscription.period_end
    subscription.canceledAt = clock.now()
    onChange('canceled', subscription, undefined)
  }
  const resume = (subscription: FakeSubscription): void => {
    apply('resume', subscription)
    subscription.canceledAt = undefined
    onChange('resumed', subscription, undefined)
  }
  const end = (subscription: FakeSubscription): void => {
    apply('end', subscription)
    onChange('ended', subscription, undefined)
  }
  const setPrice = (subscription: FakeSubscription, price: FakePrice): void =>
    void Object.assign(subscription, {
      price,
      scheduled: undefined,
      total: withTax(price.amount),
      billing_interval: intervalOf(price),
    })
  const repriced = (subscription: FakeSubscription, price: FakePrice, at: number) =>
    repriceOf(subscription, { interval: intervalOf(price), amount: withTax(price.amount), at })
  const renew = (subscription: FakeSubscription, isPaid: boolean): void => {
    const start = subscription.period_end
    if (subscription.scheduled) setPrice(subscription, subscription.scheduled)
    const { credit, total } = subscription
    apply('renew', subscription, start)
    subscription.failNextRenewal = false
    // Unlike at the sandbox, a period has begun that is not paid for.
    if (!isPaid) subscription.status = 'past_due'
    subscription.pastDueAt = isPaid ? undefined : clock.now()
    const charged = total - (credit - subscription.credit)
    const invoice = addInvoice(subscription, isPaid ? 'paid' : 'open', charged)
    onChange(isPaid ? 'renewed' : 'payment_failed', subscription, invoice)
  }
  /** The subscription, with the clock at the end of its period, as the provider's own schedule would see it. */
  const atPeriodEnd = (id: string): FakeSubscription => {
    const subscription = find(id)
    clock.advance(Math.max(0, subscription.period_end - clock.now()))
    return subscription
  }

  return {
    checkouts,
    subscriptions,
    isOpen: ({ status, expiresAt }: FakeCheckout): boolean =>
      status !== 'paid' && status !== 'expired' && expiresAt > clock.now(),
    /** All of all subscriptions; those of one are newest first. */
    bills: (): FakeBill[] =>
      [...subscriptions.values()].flatMap((subscription) =>
        subscription.invoices.map((invoice) => ({ subscription, invoice })),
      ),
    hasCustomer: (id: string): boolean => [...checkouts.values()].some(({ customerId }) => customerId === id),

    openCheckout(fields: Omit<FakeCheckout, 'id' | 'status' | 'subscriptionId'>): FakeCheckout {
      const id = newId('checkout')
      const checkout: FakeCheckout = { ...fields, id, status: 'open', subscriptionId: undefined }
      checkouts.set(id, checkout)
      return checkout
    },
    pay(checkout: FakeCheckout): FakeSubscription {
      const now = clock.now()
      const { price } = checkout
      const billing_interval = intervalOf(price)
      const subscription: FakeSubscription = {
        id: newId('subscription'),
        checkout,
        invoices: [],
        price,
        scheduled: undefined,
        billing_interval,
        total: withTax(price.amount),
        credit: 0,
        status: 'active',
        period_start: now,
        period_end: addInterval(now, billing_interval),
        cancel_at: null,
        ended_at: null,
        canceledAt: undefined,
        pastDueAt: undefined,
        failNextRenewal: false,
      }
      subscriptions.set(subscription.id, subscription)
      checkout.status = 'paid'
      checkout.subscriptionId = subscription.id
      onChange('started', subscription, addInvoice(subscription, 'paid'))
      return subscription
    },

    cancel,
    resume,
    /** Cancels or resumes a subscription, unless it already is. */
    setEnding(subscription: FakeSubscription, willEnd: boolean): void {
      if (willEnd && subscription.cancel_at === null) cancel(subscription)
      if (!willEnd && subscription.cancel_at !== null) resume(subscription)
    },
    end,
    /** What a change would charge now, including tax; negative: credit. */
    dueFor: (subscription: FakeSubscription, price: FakePrice, at = clock.now()): number =>
      repriced(subscription, price, at).dueNow,
    /** The subscription as a change would make it. */
    ifChanged: (subscription: FakeSubscription, price: FakePrice): FakeSubscription => ({
      ...repriced(subscription, price, clock.now()).subscription,
      price,
    }),
    /** Changes the price, and charges or credits the difference. */
    changePrice(subscription: FakeSubscription, price: FakePrice, at = clock.now()): void {
      const { subscription: changed, invoices } = repriced(subscription, price, at)
      Object.assign(subscription, changed)
      setPrice(subscription, price)
      const invoice = invoices.map(({ total }) => addInvoice(subscription, 'paid', total, 'change'))[0]
      onChange('changed', subscription, invoice)
    },
    /** Changes the price without charging anything before the next renewal. */
    reprice(subscription: FakeSubscription, price: FakePrice): void {
      setPrice(subscription, price)
      onChange('changed', subscription, undefined)
    },
    /** Changes the price when the period ends; undefined takes that back. */
    schedule(subscription: FakeSubscription, price: FakePrice | undefined): void {
      subscription.scheduled = price
      onChange('changed', subscription, undefined)
    },

    renew: (id: string): void => renew(atPeriodEnd(id), true),
    failRenewal: (id: string): void => renew(atPeriodEnd(id), false),
    recover(id: string): void {
      const subscription = find(id)
      const [invoice] = subscription.invoices
      if (invoice) invoice.status = 'paid'
      apply('pay', subscription, subscription.period_start)
      subscription.pastDueAt = undefined
      onChange('recovered', subscription, invoice)
    },
    /** Refunds the latest paid invoice. */
    refund(id: string): void {
      const subscription = find(id)
      const invoice = subscription.invoices.find(({ status }) => status === 'paid')
      if (!invoice) throw new Error(`The fake has no paid invoice of ${id}`)
      invoice.status = 'refunded'
      invoice.refunded = invoice.total
      onChange('refunded', subscription, invoice)
    },
    /** The bank disputes the latest invoice, or decides about that. */
    dispute(id: string, state: 'open' | 'won' | 'lost'): void {
      const subscription = find(id)
      const [invoice] = subscription.invoices
      if (!invoice) throw new Error(`The fake has no invoice of ${id}`)
      invoice.dispute = state
      onChange(state === 'open' ? 'disputed' : `dispute_${state}`, subscription, invoice)
    },
    /** Refunds a part of the latest invoice. */
    refundPart(id: string, amount: number): void {
      const [invoice] = find(id).invoices
      if (invoice) invoice.refunded = amount
    },
    endPeriod(id: string): void {
      const subscription = atPeriodEnd(id)
      if (subscription.cancel_at === null) renew(subscription, !subscription.failNextRenewal)
      else end(subscription)
    },
  }
}
