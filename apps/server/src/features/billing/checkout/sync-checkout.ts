import type { Context } from '../../../context.ts'
import type { PaymentProvider } from '../../../payments/provider.ts'
import { type Synced, syncSubscription } from '../subscriptions/sync-subscription.ts'
import type { CheckoutRow } from './checkout-store.ts'

/**
 * Asks a provider whether a checkout led to a subscription, and stores that.
 * @returns `unbound` while it has not, or where the provider cannot tell
 * @throws PaymentError
 */
export async function syncCheckout(
  ctx: Context,
  provider: PaymentProvider,
  { id: checkoutId, session_id: sessionId, user_id: accountId }: CheckoutRow,
): Promise<Synced> {
  if (sessionId === null) return 'unbound'
  const found = await provider.findByCheckout?.({ checkoutId, sessionId, accountId })
  return found ? await syncSubscription(ctx, provider, found.id) : 'unbound'
}
