// The checkouts, subscriptions and invoices of fake providers, in words of no provider.

import type { LifeState } from '../../../apps/server/src/payments/sandbox/sandbox-life.ts'

export interface FakePrice {
  readonly ref: string
  readonly interval: 'month' | 'year'
  /** In cents, without tax. */
  readonly amount: number
}

export const intervalOf = ({ interval }: FakePrice) => (interval === 'year' ? 'yearly' : 'monthly')

/** What is charged: 20 % tax on top of the price. */
export const withTax = (amount: number): number => amount + amount / 5

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
  status: 'open' | 'paid' | 'failed' | 'expired'
  subscriptionId: string | undefined
}

export interface FakeInvoice {
  readonly id: string
  readonly createdAt: number
  readonly reason: 'initial' | 'renewal' | 'change'
  readonly total: number
  readonly tax: number
  status: 'open' | 'paid' | 'refunded'
  /** Of the total, in cents. */
  refunded: number
  hasDocument: boolean
  /** Of the customer's bank; undefined: none. */
  dispute: 'open' | 'won' | 'lost' | undefined
}

export interface FakeSubscription extends LifeState {
  readonly id: string
  readonly checkout: FakeCheckout
  price: FakePrice
  /** What it changes to when the period ends. */
  scheduled: FakePrice | undefined
  /** Newest first. */
  readonly invoices: FakeInvoice[]
  billing_interval: LifeState['billing_interval']
  total: number
  credit: number
  status: 'active' | 'past_due' | 'ended'
  period_start: number
  period_end: number
  cancel_at: number | null
  ended_at: number | null
  canceledAt: number | undefined
  pastDueAt: number | undefined
  failNextRenewal: boolean
}

export interface FakeBill {
  readonly subscription: FakeSubscription
  readonly invoice: FakeInvoice
}

export type FakeChange =
  | 'started'
  | 'renewed'
  | 'payment_failed'
  | 'recovered'
  | 'canceled'
  | 'resumed'
  | 'changed'
  | 'ended'
  | 'refunded'
  | 'disputed'
  | 'dispute_won'
  | 'dispute_lost'
