import { isEntitled, type SubscriptionStatus } from '@envhold/contract/billing/payments.ts'
import type { Subscription } from '@envhold/contract/billing/subscription.ts'
import type { BadgeTone } from '../../ui/text/badge.tsx'
import { formatDay } from '../../ui/text/format.ts'

const badges: Record<SubscriptionStatus, { tone: BadgeTone; text: string }> = {
  active: { tone: 'good', text: 'Active' },
  trialing: { tone: 'info', text: 'Trial' },
  past_due: { tone: 'warn', text: 'Payment failed' },
  pending: { tone: 'bad', text: 'Waiting for payment' },
  paused: { tone: 'bad', text: 'Paused' },
  ended: { tone: 'bad', text: 'Ended' },
}

/** Green while active, blue in a trial, yellow while a payment is due; red for the rest. */
export const statusBadge = (status: SubscriptionStatus) => badges[status]

/** The subscription that gives the account its plan; null on the free plan. */
export const paidSubscription = (subscription: Subscription | null): Subscription | null =>
  subscription && isEntitled(subscription.status) ? subscription : null

/** What happens to the plan next, and when. */
export function nextDate(subscription: Subscription): string {
  const { status, current_period_end, cancel_at, ended_at, next_payment_attempt } = subscription
  const on = (time: string | null) => (time ? ` on ${formatDay(time)}` : '')
  if (status === 'ended') return `Ended${on(ended_at)}`
  if (status === 'pending') return 'Waiting for payment'
  if (status === 'paused') return 'Paused'
  if (cancel_at) return `Ends${on(cancel_at)}`
  if (status === 'trialing')
    return current_period_end ? `Trial, until ${formatDay(current_period_end)}` : 'Trial'
  if (status === 'past_due')
    return next_payment_attempt ? `Payment failed. Next try${on(next_payment_attempt)}` : 'Payment failed'
  return current_period_end ? `Renews${on(current_period_end)}` : 'Active'
}
