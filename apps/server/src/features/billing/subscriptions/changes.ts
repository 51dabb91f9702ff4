import { isEntitled } from '@envhold/contract/billing/payments.ts'
import type { SubscriptionRow } from './subscription-store.ts'

/** What a change of a subscription means for its customer. */
export type SubscriptionChange =
  | 'started'
  /** It had ended or was paused, and pays again. */
  | 'reactivated'
  | 'renewed'
  | 'canceled'
  /** A cancellation was taken back. */
  | 'resumed'
  | 'payment_failed'
  | 'payment_recovered'
  | 'ended'

export type SubscriptionState = Pick<SubscriptionRow, 'status' | 'period_end' | 'cancel_at'>

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
  if (was && isPaid(after) && (after.period_end ?? 0) > (before.period_end ?? 0)) changes.push('renewed')
  if (after.status === 'past_due' && before?.status !== 'past_due') changes.push('payment_failed')
  if (before?.status === 'past_due' && isPaid(after)) changes.push('payment_recovered')
  if (is && after.cancel_at !== null && (before?.cancel_at ?? null) === null) changes.push('canceled')
  if (was && is && before.cancel_at !== null && after.cancel_at === null) changes.push('resumed')
  if (was && !is) changes.push('ended')
  return changes
}
