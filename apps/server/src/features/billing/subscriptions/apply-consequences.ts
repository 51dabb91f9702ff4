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
import { describeNewPlan, mailNewPlan } from './new-plan.ts'
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
  for (const change of changes) await recordChange(tx, { change, before, subscription: after, account })
  if (!account) return
  const ended = changes.includes('ended') ? await endedOf(tx, before, after) : undefined
  const followed = await updatePhase(tx, account.id, ended)
  // The mail about the grace period says it too.
  const isMailed = followed.some(({ kind }) => kind === 'grace_started')
  if (ended && !isMailed && !isDeleted(account)) await mailEnded(tx, after, ended)
}

/** It can still be restored. Nothing of what its owner could do about the plan is left until then. */
const isDeleted = ({ deleted_at }: User) => deleted_at !== null

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
  readonly before: SubscriptionRow | undefined
  readonly subscription: SubscriptionRow
  /** undefined: the account is deleted, and nobody is told. */
  readonly account: User | undefined
}

const events: Record<SubscriptionChange, readonly [type: EventType, severity: Severity, text: string]> = {
  started: ['subscription_started', 'medium', 'started'],
  reactivated: ['subscription_resumed', 'medium', 'is paid again'],
  renewed: ['subscription_renewed', 'low', 'was renewed'],
  changed: ['subscription_changed', 'medium', 'changed'],
  change_planned: ['subscription_changed', 'medium', 'changes when its period ends'],
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
async function recordChange(tx: Tx, recorded: Recorded): Promise<void> {
  const { change, before, subscription, account } = recorded
  if (change === 'payment_failed') await startDunning(tx, subscription.id)
  if (change === 'payment_recovered') await endDunning(tx, subscription.id, 'recovered')
  if (change === 'ended') await endDunning(tx, subscription.id, 'canceled')
  if (!account) return
  const [type, severity, text] = events[change]
  const plan = await planDisplayName(tx, subscription.plan)
  const description =
    (await describeNewPlan(tx, change, before, subscription)) ?? `The ${plan} subscription ${text}`
  tx.record({ type, severity, description })
  if (!isDeleted(account)) await mailChange(tx, recorded, plan)
}

async function mailChange(tx: Tx, recorded: Recorded, plan: string): Promise<void> {
  const { change, before, subscription, account } = recorded
  if (!account) return
  const to = account.email
  const isAhead = (time: number | null) => time !== null && time > tx.clock()
  if (change === 'payment_failed') await mailFailedPayment(tx, to, subscription)
  if (change === 'payment_recovered') await queueMail(tx, 'paymentRecovered', { to, variables: { plan } })
  if (change === 'changed' || change === 'change_planned')
    await mailNewPlan(tx, to, { before, subscription, isPlanned: change === 'change_planned' })
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
  /** It has another plan or interval. */
  | 'changed'
  /** It gets another plan or interval when its period ends. */
  | 'change_planned'
  | 'canceled'
  /** A cancellation was taken back. */
  | 'resumed'
  | 'payment_failed'
  | 'payment_recovered'
  | 'ended'

export type SubscriptionState = Pick<
  SubscriptionRow,
  'status' | 'period_end' | 'cancel_at' | 'plan' | 'billing_interval' | 'next_plan' | 'next_interval'
>

const hasOtherPlan = (before: SubscriptionState, after: SubscriptionState): boolean =>
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
  if (after.status === 'past_due' && before?.status !== 'past_due') changes.push('payment_failed')
  if (before?.status === 'past_due' && isPaid(after)) changes.push('payment_recovered')
  if (is && after.cancel_at !== null && (before?.cancel_at ?? null) === null) changes.push('canceled')
  if (was && is && before.cancel_at !== null && after.cancel_at === null) changes.push('resumed')
  if (was && !is) changes.push('ended')
  return changes
}
