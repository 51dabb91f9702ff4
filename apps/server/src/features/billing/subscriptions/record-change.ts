import type { EventType, Severity } from '@envhold/contract/event-types.ts'
import { providerNames } from '@envhold/contract/payments.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { planDisplayName } from '../../plans/plan-store.ts'
import type { User } from '../../users/user-store.ts'
import { endDunning, findActiveDunning, startDunning } from '../dunning/dunning-store.ts'
import type { SubscriptionChange } from './changes.ts'
import type { SubscriptionRow } from './subscription-store.ts'

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
export async function recordChange(tx: Tx, { change, subscription, account }: Recorded): Promise<void> {
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
  const provider = providerNames[subscription.provider]
  if (change === 'payment_failed') {
    const next = (await findActiveDunning(tx, subscription.id))?.next_at ?? tx.clock()
    await queueMail(tx, 'paymentFailed', { to, variables: { plan, provider, next } })
  }
  if (change === 'payment_recovered') await queueMail(tx, 'paymentRecovered', { to, variables: { plan } })
  if (change === 'canceled' && subscription.cancel_at !== null)
    await queueMail(tx, 'subscriptionCanceled', { to, variables: { plan, ends: subscription.cancel_at } })
  if (change === 'resumed')
    await queueMail(tx, 'subscriptionResumed', {
      to,
      variables: { plan, renews: subscription.period_end ?? tx.clock() },
    })
}
