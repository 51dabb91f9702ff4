import { isEntitled, isLiveStatus } from '@envhold/contract/billing/payments.ts'
import type { SubscriptionRow } from './subscription-store.ts'

/** What a change of a subscription means for its customer. */
export type SubscriptionChange =
  | 'started'
  /** It had ended or was paused, and pays again. */
  | 'reactivated'
  | 'renewed'
  /** It has another plan or interval. */
  | 'changed'
  /** It gets another plan or interval when its period ends. */
  | 'change_planned'
  /** A planned change was canceled. */
  | 'change_canceled'
  | 'canceled'
  /** A cancellation was taken back. */
  | 'resumed'
  | 'payment_failed'
  | 'payment_recovered'
  /** It pays for nothing until it is resumed. */
  | 'paused'
  | 'ended'

export type SubscriptionState = Pick<
  SubscriptionRow,
  'status' | 'period_end' | 'cancel_at' | 'plan' | 'billing_interval' | 'next_plan' | 'next_interval'
>

type PaidPlan = Pick<SubscriptionState, 'plan' | 'billing_interval'>

export const hasOtherPlan = (before: PaidPlan, after: PaidPlan): boolean =>
  before.plan !== after.plan ||
  // Not every provider says the interval from the beginning.
  (before.billing_interval !== null && before.billing_interval !== after.billing_interval)

const hasOtherNext = (before: SubscriptionState, after: SubscriptionState): boolean =>
  before.next_plan !== after.next_plan || before.next_interval !== after.next_interval

const isPaid = ({ status }: SubscriptionState) => status === 'active' || status === 'trialing'

/**
 * What happened between two descriptions of a subscription, however many events lie between them. The same
 * description twice is no change.
 */
export function changesBetween(
  before: SubscriptionState | undefined,
  after: SubscriptionState,
): readonly SubscriptionChange[] {
  const was = before !== undefined && isEntitled(before.status)
  const is = isEntitled(after.status)
  const changes: SubscriptionChange[] = []
  if (is && !was) changes.push(before && before.status !== 'pending' ? 'reactivated' : 'started')
  const isChanged = was && is && hasOtherPlan(before, after)
  // A change of the interval begins a period without being a renewal.
  if (was && !isChanged && isPaid(after) && (after.period_end ?? 0) > (before.period_end ?? 0))
    changes.push('renewed')
  if (isChanged) changes.push('changed')
  else if (was && is && after.next_plan !== null && hasOtherNext(before, after))
    changes.push('change_planned')
  else if (was && is && before.next_plan !== null && after.next_plan === null) changes.push('change_canceled')
  if (after.status === 'past_due' && before?.status !== 'past_due') changes.push('payment_failed')
  if (before?.status === 'past_due' && isPaid(after)) changes.push('payment_recovered')
  if (is && after.cancel_at !== null && (before?.cancel_at ?? null) === null) changes.push('canceled')
  if (was && is && before.cancel_at !== null && after.cancel_at === null) changes.push('resumed')
  if (was && after.status === 'paused') changes.push('paused')
  else if (before && isLiveStatus(before.status) && !isLiveStatus(after.status)) changes.push('ended')
  return changes
}
