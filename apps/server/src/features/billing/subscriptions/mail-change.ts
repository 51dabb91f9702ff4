import { queueMail } from '../../../mail/queue-mail.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { mailFailedPayment } from '../dunning/mail-failed-payment.ts'
import type { SubscriptionChange } from './changes-between.ts'
import { mailNewPlan } from './new-plan.ts'
import type { SubscriptionRow } from './subscription-store.ts'

interface Mailed {
  readonly change: SubscriptionChange
  readonly before: SubscriptionRow | undefined
  readonly subscription: SubscriptionRow
  /** As customers know it. */
  readonly plan: string
}

/** Mails the customer what changed. The mail about an end depends on what follows from it, and is not sent here. */
export async function mailChange(
  tx: Tx,
  to: string,
  { change, before, subscription, plan }: Mailed,
): Promise<void> {
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
