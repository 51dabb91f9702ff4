import type { EventType, Severity } from '@envhold/contract/activity/event-types.ts'
import { isEntitled } from '@envhold/contract/billing/payments.ts'
import { freePlan } from '@envhold/contract/billing/plans.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import { updatePhase } from '../../archive/phase/update-phase.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { recordEntitlement } from '../../plans/account-phase-store.ts'
import { planDisplayName } from '../../plans/plan-store.ts'
import { withdrawCallMail } from '../../usage/notify-month.ts'
import { changeUser, findUser, type User } from '../../users/user-store.ts'
import { endDunning, startDunning } from '../dunning/dunning-store.ts'
import { mailFailedPayment } from '../dunning/mail-failed-payment.ts'
import { endedOf, mailEnded } from './ended.ts'
import { findBestSubscription } from './own-subscription.ts'
import type { SubscriptionRow } from './subscription-store.ts'

/** What follows from a change of a subscription: the account's plan and phase, activity and mails. */
export async function applyConsequences(
  tx: Tx,
  before: SubscriptionRow | undefined,
  after: SubscriptionRow,
): Promise<void> {
  const account = await findUser(tx, after.user_id)
  const changes = changesBetween(before, after)
  if (account && account.plan !== freePlan) await recordEntitlement(tx, account.id)
  if (account) await setPlan(tx, account)
  for (const change of changes) await recordChange(tx, { change, subscription: after, account })
  if (!account) return
  const ended = changes.includes('ended') ? await endedOf(tx, before, after) : undefined
  const followed = await updatePhase(tx, account.id, ended)
  // The mail about the grace period says it too.
  const isMailed = followed.some(({ kind }) => kind === 'grace_started')
  if (ended && !isMailed) await mailEnded(tx, after, ended)
}

/** Gives an account the plan that its best subscription pays for. */
async function setPlan(tx: Tx, account: User): Promise<void> {
  const best = await findBestSubscription(tx, account.id)
  const plan = best && isEntitled(best.status) ? best.plan : freePlan
  if (plan === account.plan) return
  if (!(await changeUser(tx, account, { plan }))) throw new Error('The account changed while it was locked')
  await withdrawCallMail(tx, account.id)
}

interface Recorded {
  readonly change: SubscriptionChange
  readonly subscription: SubscriptionRow
  /** undefined: the account is deleted, and nobody is told. */
  readonly account: User | undefined
}

const events: Record<SubscriptionChange, readonly [type: EventType, severity: Severity, text: string]> = {
  started: ['subscription_started', 'medium', 'started'],
  reactivated: ['subscription_resumed', 'medium', 'is paid again'],
  renewed: ['subscription_renewed', 'low', 'was renewed'],
  canceled: ['subscription_canceled', 'medium', 'was canceled and ends with the period that is paid for'],
  resumed: ['subscription_resumed', 'medium', 'was resumed'],
  payment_failed: ['payment_failed', 'high', 'could not be renewed: the payment failed'],
  payment_recovered: ['payment_recovered', 'medium', 'was paid after a failed payment'],
  ended: ['subscription_ended', 'high', 'ended'],
}

/**
 * Records what a change means, mails the customer, and starts or ends the handling of a failed payment. The mail about
 * an end is sent by `mailEnded`: it depends on what follows from it.
 */
async function recordChange(tx: Tx, { change, subscription, account }: Recorded): Promise<void> {
  if (change === 'payment_failed') await startDunning(tx, subscription.id)
  if (change === 'payment_recovered') await endDunning(tx, subscription.id, 'recovered')
  if (change === 'ended') await endDunning(tx, subscription.id, 'canceled')
  if (!account) return
  const [type, severity, text] = events[change]
  const plan = await planDisplayName(tx, subscription.plan)
  tx.record({ type, severity, description: `The ${plan} subscription ${text}` })
  await mailChange(tx, { change, subscription, account }, plan)
}

async function mailChange(tx: Tx, { change, subscription, account }: Recorded, plan: string): Promise<void> {
  if (!account) return
  const to = account.email
  const isAhead = (time: number | null) => time !== null && time > tx.clock()
  if (change === 'payment_failed') await mailFailedPayment(tx, to, subscription)
  if (change === 'payment_recovered') await queueMail(tx, 'paymentRecovered', { to, variables: { plan } })
  if (change === 'canceled' && subscription.cancel_at !== null && isAhead(subscription.cancel_at))
    await queueMail(tx, 'subscriptionCanceled', { to, variables: { plan, ends: subscription.cancel_at } })
  if (change === 'resumed')
    await queueMail(tx, 'subscriptionResumed', {
      to,
      variables: { plan, renews: isAhead(subscription.period_end) ? (subscription.period_end ?? 0) : 0 },
    })
}

/** What a change of a subscription means for its customer. */
type SubscriptionChange =
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
