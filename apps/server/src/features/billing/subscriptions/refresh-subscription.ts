import type { ProviderId } from '@envhold/contract/payments.ts'
import type { Context } from '../../../context.ts'
import type { PaymentProvider } from '../../../payments/provider.ts'
import { requireRateLimit } from '../../users/require-rate-limit.ts'
import { listOpenCheckouts } from '../checkout/checkout-store.ts'
import { syncCheckout } from '../checkout/sync-checkout.ts'
import { atProvider } from '../unavailable.ts'
import { listSubscriptions } from './subscription-store.ts'
import { readCurrent } from './subscription-view.ts'
import { requireProvider, type Synced, syncSubscription } from './sync-subscription.ts'

/** A page that returns from a checkout asks for up to 20 seconds. */
const rule = { kind: 'subscription-refresh', limit: 60, windowMs: 3_600_000 }

/**
 * Asks the providers for the account's subscriptions and open checkouts.
 * @throws AppError RATE_LIMITED, UNAVAILABLE if a provider does not answer and no other one had news
 */
export async function refreshSubscription(ctx: Context, userId: number): ReturnType<typeof readCurrent> {
  await requireRateLimit(ctx, rule, String(userId))
  const failures: unknown[] = []
  let hasNews = false
  const ask = async (id: ProviderId, sync: (provider: PaymentProvider) => Promise<Synced>) => {
    try {
      const synced = await atProvider(ctx, async () => sync(await requireProvider(ctx, id)))
      hasNews ||= synced === 'applied'
    } catch (error) {
      failures.push(error)
    }
  }
  for (const checkout of await listOpenCheckouts(ctx, { userId }))
    await ask(checkout.provider, (provider) => syncCheckout(ctx, provider, checkout))
  for (const { provider: id, provider_id, status } of await listSubscriptions(ctx, userId))
    if (status !== 'ended') await ask(id, (provider) => syncSubscription(ctx, provider, provider_id))
  if (failures.length > 0 && !hasNews) throw failures[0]
  return await readCurrent(ctx, userId)
}
