import { providerNames } from '@envhold/contract/billing/payments.ts'
import type { Context } from '../../../context.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import { type Tx, transact } from '../../audit-log/tx.ts'
import { planDisplayName } from '../../plans/plan-store.ts'
import { findUser } from '../../users/user-store.ts'
import {
  findSubscription,
  listSubscriptionsOfCustomer,
  type SubscriptionRow,
} from '../subscriptions/subscription-store.ts'
import { closeEvent, type StoredEvent } from './webhook-event-store.ts'

/** Records a dispute, mails its customer and closes the event. @returns whether it is about a subscription of ours */
export async function recordDispute(ctx: Context, event: StoredEvent): Promise<boolean> {
  const subscription = await disputed(ctx, event)
  if (!subscription) return false
  await transact(ctx, { userId: subscription.user_id, origin: null }, (tx) =>
    recordAndMail(tx, event, subscription),
  )
  return true
}

async function disputed(
  ctx: Context,
  { provider, subscription_id, customer_id }: StoredEvent,
): Promise<SubscriptionRow | undefined> {
  if (subscription_id !== null) return await findSubscription(ctx, provider, subscription_id)
  return customer_id === null
    ? undefined
    : (await listSubscriptionsOfCustomer(ctx, provider, customer_id)).at(-1)
}

/** The customer is mailed when a dispute begins and when it is over. What came of it, only the provider knows. */
function disputeMail({ type }: StoredEvent): 'paymentDisputed' | 'disputeClosed' | undefined {
  if (/(?:created|opened)$/.test(type)) return 'paymentDisputed'
  return /(?:closed|resolved|won|lost|accepted|cancelled|expired)$/.test(type) ? 'disputeClosed' : undefined
}

async function recordAndMail(tx: Tx, event: StoredEvent, subscription: SubscriptionRow): Promise<void> {
  if (!(await closeEvent(tx, event, 'done'))) return
  const description = 'A payment for the subscription was disputed with the bank'
  tx.record({ type: 'payment_disputed', description })
  const mail = disputeMail(event)
  const account = mail && (await findUser(tx, subscription.user_id))
  if (!mail || !account) return
  const plan = await planDisplayName(tx, subscription.plan)
  const provider = providerNames[subscription.provider]
  await queueMail(tx, mail, { to: account.email, variables: { plan, provider } })
}
