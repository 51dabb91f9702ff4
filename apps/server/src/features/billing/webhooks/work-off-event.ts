import type { Context } from '../../../context.ts'
import type { PaymentProvider } from '../../../payments/provider.ts'
import { type Tx, transact } from '../../audit-log/tx.ts'
import { findCheckout } from '../checkout/checkout-store.ts'
import { syncCheckout } from '../checkout/sync-checkout.ts'
import {
  findSubscription,
  listSubscriptionsOfCustomer,
  type SubscriptionRow,
} from '../subscriptions/subscription-store.ts'
import { requireProvider, type Synced, syncSubscription } from '../subscriptions/sync-subscription.ts'
import { closeEvent, type StoredEvent } from './webhook-event-store.ts'

/**
 * Asks the provider for what an event is about, and stores that.
 * @throws PaymentError if the provider does not answer: the event is due again later
 */
export async function workOffEvent(ctx: Context, event: StoredEvent): Promise<void> {
  const provider = await requireProvider(ctx, event.provider)
  const synced = await syncWhatItNames(ctx, provider, event)
  const subscription = event.about === 'dispute' ? await disputed(ctx, event) : undefined
  if (!subscription) {
    await closeEvent(ctx, event, synced.includes('applied') ? 'done' : 'ignored')
    return
  }
  await transact(ctx, { userId: subscription.user_id, origin: null }, (tx) => recordDispute(tx, event))
}

async function syncWhatItNames(
  ctx: Context,
  provider: PaymentProvider,
  event: StoredEvent,
): Promise<readonly Synced[]> {
  const { subscription_id, checkout_id } = event
  if (subscription_id !== null) return [await syncSubscription(ctx, provider, subscription_id, checkout_id)]
  const checkout = checkout_id === null ? undefined : await findCheckout(ctx, checkout_id)
  if (checkout?.provider === provider.id) return [await syncCheckout(ctx, provider, checkout)]
  if (event.customer_id === null) return []
  const synced: Synced[] = []
  for (const { provider_id } of await listSubscriptionsOfCustomer(ctx, provider.id, event.customer_id))
    synced.push(await syncSubscription(ctx, provider, provider_id))
  return synced
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

async function recordDispute(tx: Tx, event: StoredEvent): Promise<void> {
  if (!(await closeEvent(tx, event, 'done'))) return
  tx.record({
    type: 'payment_disputed',
    severity: 'high',
    description: 'A payment for the subscription was disputed with the bank',
  })
}
