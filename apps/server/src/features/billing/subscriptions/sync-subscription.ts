import type { ProviderId } from '@envhold/contract/payments.ts'
import type { Context } from '../../../context.ts'
import { PaymentError } from '../../../payments/payment-error.ts'
import type { PaymentProvider } from '../../../payments/provider.ts'
import { type Applied, applySubscription } from './apply-subscription.ts'
import { findSubscription } from './subscription-store.ts'
import { syncInvoices } from './sync-invoices.ts'

/** Descriptions that are outdated by the time they are stored, before the work is left for later. */
const maxAttempts = 5

export type Synced = Exclude<Applied, 'outdated'> | 'gone'

/**
 * Asks a provider for a subscription and its invoices, and stores what it answers. A description that another one
 * overtook is requested again, so that the stored one is never older than the last request.
 * @param checkoutId what a webhook named, for a provider whose subscriptions do not name their checkout
 * @returns `gone` if the provider knows no such subscription; nothing is stored then
 * @throws PaymentError
 */
export async function syncSubscription(
  ctx: Context,
  provider: PaymentProvider,
  providerId: string,
  checkoutId: string | null = null,
): Promise<Synced> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const revision = (await findSubscription(ctx, provider.id, providerId))?.revision ?? 0
    const found = await provider.getSubscription(providerId)
    if (!found) return 'gone'
    const described = { ...found, checkoutId: found.checkoutId ?? checkoutId }
    const applied = await applySubscription(ctx, { provider: provider.id, described, revision })
    if (applied === 'outdated') continue
    const stored = await findSubscription(ctx, provider.id, providerId)
    if (applied === 'applied' && stored) await syncInvoices(ctx, provider, stored)
    return applied
  }
  throw new PaymentError('unavailable', provider.id)
}

/** A provider as it is configured now. @throws PaymentError if it is not */
export async function requireProvider(
  { payments }: Pick<Context, 'payments'>,
  id: ProviderId,
): Promise<PaymentProvider> {
  const provider = await payments.find(id)
  if (!provider) throw new PaymentError('misconfigured', id)
  return provider
}
