import type { Severity } from '@envhold/contract/activity/event-types.ts'
import { providerNames } from '@envhold/contract/billing/payments.ts'
import type { Context } from '../../../context.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import type { Dispute } from '../../../payments/provider.ts'
import { type Tx, transact } from '../../audit-log/tx.ts'
import { planDisplayName } from '../../plans/plan-store.ts'
import { findUser } from '../../users/user-store.ts'
import {
  findSubscription,
  listSubscriptionsOfCustomer,
  type SubscriptionRow,
} from '../subscriptions/subscription-store.ts'
import { closeEvent, isKnownDispute, type StoredEvent } from './webhook-event-store.ts'

/** Records a dispute, mails its customer and closes the event. @returns whether it is about a subscription of ours */
export async function recordDispute(ctx: Context, event: StoredEvent): Promise<boolean> {
  const subscription = await disputed(ctx, event)
  const { dispute_state: state } = event
  if (!subscription || state === null) return false
  const { user_id: userId } = subscription
  await transact(ctx, { userId, origin: null }, async (tx) => {
    await tx.lock([userId])
    const isKnown = await isKnownDispute(tx, event)
    if ((await closeEvent(tx, event, 'done')) && !isKnown) await recordAndMail(tx, state, subscription)
  })
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

const activity: Record<Dispute['state'], readonly [severity: Severity, text: string]> = {
  open: ['high', 'A payment for the subscription was disputed with the bank'],
  won: ['medium', 'The bank rejected the dispute about a payment for the subscription'],
  lost: ['high', 'The bank returned a disputed payment for the subscription'],
  closed: ['medium', 'The dispute about a payment for the subscription ended without a decision'],
}

/** The customer is mailed when a dispute begins and when it is over. What came of it, the bank says. */
async function recordAndMail(tx: Tx, state: Dispute['state'], subscription: SubscriptionRow): Promise<void> {
  const [severity, description] = activity[state]
  tx.record({ type: 'payment_disputed', severity, description })
  const account = await findUser(tx, subscription.user_id)
  if (!account) return
  const plan = await planDisplayName(tx, subscription.plan)
  const provider = providerNames[subscription.provider]
  await queueMail(tx, state === 'open' ? 'paymentDisputed' : 'disputeClosed', {
    to: account.email,
    variables: { plan, provider },
  })
}
