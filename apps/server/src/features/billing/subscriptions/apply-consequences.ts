import type { EventType, Severity } from '@envhold/contract/activity/event-types.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import { updatePhase } from '../../archive/phase/update-phase.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { planDisplayName } from '../../plans/plan-store.ts'
import { findUser, type User } from '../../users/user-store.ts'
import { endDunning, startDunning } from '../dunning/dunning-store.ts'
import { mailFailedPayment } from '../dunning/mail-failed-payment.ts'
import { setPlan } from '../granted-plans/account-plan.ts'
import { changesBetween, type SubscriptionChange } from './changes-between.ts'
import { endedOf, mailEnded } from './ended.ts'
import { describeNewPlan, mailNewPlan } from './new-plan.ts'
import { mailIfSecond, nameOther, planWithout } from './other-subscriptions.ts'
import { listSubscriptions, type SubscriptionRow } from './subscription-store.ts'

/** What follows from a change of a subscription: the account's plan and phase, activity and mails. */
export async function applyConsequences(
  tx: Tx,
  before: SubscriptionRow | undefined,
  after: SubscriptionRow,
): Promise<void> {
  const account = await findUser(tx, after.user_id)
  const changes = changesBetween(before, after)
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
  change_canceled: ['subscription_changed', 'medium', 'no longer changes when its period ends'],
  canceled: ['subscription_canceled', 'medium', 'was canceled and ends with the period that is paid for'],
  resumed: ['subscription_resumed', 'medium', 'was resumed'],
  payment_failed: ['payment_failed', 'high', 'could not be renewed: the payment failed'],
  payment_recovered: ['payment_recovered', 'medium', 'was paid after a failed payment'],
  paused: ['subscription_changed', 'high', 'was paused: it pays for nothing until it is resumed'],
  ended: ['subscription_ended', 'high', 'ended'],
}

/**
 * Mails the owner of a restored account what happened to its subscriptions while it was deleted. A reason says that the
 * owner canceled one before that.
 */
export async function mailHeldBack(tx: Tx, { id, email, deleted_at }: User): Promise<void> {
  for (const subscription of await listSubscriptions(tx, id)) {
    const { plan, ended_at, cancel_at, cancel_reason } = subscription
    const canceled = { change: 'canceled', before: undefined, subscription } as const
    if (ended_at !== null && ended_at >= (deleted_at ?? 0))
      await mailEnded(tx, subscription, await endedOf(tx, undefined, subscription))
    else if (ended_at === null && cancel_at !== null && cancel_reason === null)
      await mailChange(tx, email, { ...canceled, plan: await planDisplayName(tx, plan) })
  }
}

/**
 * Records what a change means, mails the customer, and starts or ends the handling of a failed payment. The mail about
 * an end is sent by `mailEnded`: it depends on what follows from it.
 */
async function recordChange(tx: Tx, recorded: Recorded): Promise<void> {
  const { change, before, subscription, account } = recorded
  if (change === 'payment_failed') await startDunning(tx, subscription.id)
  if (change === 'payment_recovered') await endDunning(tx, subscription.id, 'recovered')
  if (change === 'paused' || change === 'ended') await endDunning(tx, subscription.id, 'canceled')
  if (!account) return
  const [type, severity, text] = events[change]
  const plan = await planDisplayName(tx, subscription.plan)
  const description =
    (await describeNewPlan(tx, change, before, subscription)) ??
    `The ${plan} subscription ${isCanceledUnpaid(change, subscription) ? 'was canceled after a failed payment' : text}`
  tx.record({ type, severity, description })
  if (!isDeleted(account)) await mailChange(tx, account.email, { ...recorded, plan })
}

/** It ends at once. */
const isCanceledUnpaid = (change: SubscriptionChange, { status }: SubscriptionRow) =>
  change === 'canceled' && status === 'past_due'

interface Mailed extends Omit<Recorded, 'account'> {
  /** As customers know it. */
  readonly plan: string
}

/** Mails the customer what changed, but not that it ended: that mail depends on what follows from it. */
async function mailChange(tx: Tx, to: string, { change, before, subscription, plan }: Mailed): Promise<void> {
  if (isCanceledUnpaid(change, subscription)) return
  const isAhead = (time: number | null) => time !== null && time > tx.clock()
  if (change === 'started' || change === 'reactivated') await mailIfSecond(tx, to, subscription)
  if (change === 'payment_failed') await mailFailedPayment(tx, to, subscription)
  if (change === 'payment_recovered') await queueMail(tx, 'paymentRecovered', { to, variables: { plan } })
  const nameWithout = async (at: number) => planDisplayName(tx, await planWithout(tx, subscription, at))
  if (change === 'paused')
    await queueMail(tx, 'subscriptionPaused', {
      to,
      variables: { plan, follows: await nameWithout(tx.clock()) },
    })
  if (change === 'changed' || change === 'change_planned')
    await mailNewPlan(tx, to, { before, subscription, isPlanned: change === 'change_planned' })
  if (change === 'canceled' && subscription.cancel_at !== null && isAhead(subscription.cancel_at))
    await queueMail(tx, 'subscriptionCanceled', {
      to,
      variables: {
        plan,
        ends: subscription.cancel_at,
        follows: await nameWithout(subscription.cancel_at),
        other: await nameOther(tx, subscription),
      },
    })
  if (change === 'resumed')
    await queueMail(tx, 'subscriptionResumed', {
      to,
      variables: { plan, renews: isAhead(subscription.period_end) ? (subscription.period_end ?? 0) : 0 },
    })
}
