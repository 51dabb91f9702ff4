import { subscriptionStatuses } from '@envhold/contract/billing/payments.ts'
import type { Subscription } from '@envhold/contract/billing/subscription.ts'
import { expect, it } from 'vitest'
import { nextDate, paidSubscription, statusBadge } from './billing-queries.ts'

const active: Subscription = {
  id: 1,
  plan: 'pro',
  plan_display_name: 'Pro',
  status: 'active',
  billing_interval: 'monthly',
  current_period_start: '2026-11-22T12:00:00.000Z',
  current_period_end: '2026-12-22T12:00:00.000Z',
  cancel_at: null,
  next: null,
  ended_at: null,
  next_payment_attempt: null,
  ends_unpaid_at: null,
  provider: 'sandbox',
  test_mode: true,
}

it('is green while active, blue in a trial, yellow while a payment is due, and red for the rest', () => {
  expect(
    Object.fromEntries(subscriptionStatuses.map((status) => [status, statusBadge(status).tone])),
  ).toEqual({
    active: 'good',
    trialing: 'info',
    past_due: 'warn',
    pending: 'bad',
    paused: 'bad',
    ended: 'bad',
  })
})

it.each<[Partial<Subscription>, string]>([
  [{}, 'Renews on Dec 22, 2026'],
  [{ current_period_end: null }, 'Active'],
  [{ cancel_at: '2026-12-22T12:00:00.000Z' }, 'Ends on Dec 22, 2026'],
  [{ status: 'trialing' }, 'Trial, until Dec 22, 2026'],
  [{ status: 'past_due' }, 'Payment failed'],
  [
    { status: 'past_due', next_payment_attempt: '2026-11-24T12:00:00.000Z' },
    'Payment failed. Next try on Nov 24, 2026',
  ],
  [{ status: 'past_due', cancel_at: '2026-12-22T12:00:00.000Z' }, 'Ends on Dec 22, 2026'],
  [{ status: 'pending' }, 'Waiting for payment'],
  [{ status: 'paused' }, 'Paused'],
  [{ status: 'ended', ended_at: '2026-12-22T12:00:00.000Z' }, 'Ended on Dec 22, 2026'],
  [{ status: 'ended', cancel_at: '2026-12-22T12:00:00.000Z' }, 'Ended'],
])('says of %j: %s', (change, text) => expect(nextDate({ ...active, ...change })).toBe(text))

it('is a paid plan while trialing, active or past due', () => {
  const paid = subscriptionStatuses.filter((status) => paidSubscription({ ...active, status }))
  expect(paid).toEqual(['trialing', 'active', 'past_due'])
  expect(paidSubscription(null)).toBeNull()
})
