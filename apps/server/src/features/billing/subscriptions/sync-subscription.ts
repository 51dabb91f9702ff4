import type { ProviderId } from '@envhold/contract/billing/payments.ts'
import type { Context } from '../../../context.ts'
import { PaymentError } from '../../../payments/payment-error.ts'
import type { PaymentProvider } from '../../../payments/provider.ts'
import { endDunning } from '../dunning/dunning-store.ts'
import { type Applied, applySubscription } from './apply-subscription.ts'
import { findSubscription, type SubscriptionRow } from './subscription-store.ts'

/** Descriptions that are outdated by the time they are stored, before the work is left for later. */
const maxAttempts = 5

export type Synced = Exclude<Applied, 'outdated'> | 'gone'

/**
 * Asks a provider for a subscription and its invoices, and stores what it answers. One that was canceled while its
 * payment is due has no period that is paid for, so it ends at once: otherwise a later try would charge its customer.
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
  const synced = await storeAnswer(ctx, provider, providerId, checkoutId)
  const stored = await findSubscription(ctx, provider.id, providerId)
  const isCanceledUnpaid = stored?.status === 'past_due' && stored.cancel_at !== null
  return isCanceledUnpaid && synced === 'applied'
    ? await endUnpaid(ctx, provider, stored, 'canceled')
    : synced
}

/**
 * Ends a subscription whose payment failed: at its provider first, ours when that says so.
 * @throws PaymentError
 */
export async function endUnpaid(
  ctx: Context,
  provider: PaymentProvider,
  { id, provider_id }: SubscriptionRow,
  state: 'exhausted' | 'canceled',
): Promise<Synced> {
  await provider.cancelNow(provider_id)
  await endDunning(ctx, id, state)
  return await storeAnswer(ctx, provider, provider_id, null)
}

/**
 * A description that another one overtook is requested again, so that the stored one is never older than the last
 * request.
 */
async function storeAnswer(
  ctx: Context,
  provider: PaymentProvider,
  providerId: string,
  checkoutId: string | null,
): Promise<Synced> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const revision = (await findSubscription(ctx, provider.id, providerId))?.revision ?? 0
    const subscription = await provider.getSubscription(providerId)
    if (!subscription) return 'gone'
    const described = { ...subscription, checkoutId: subscription.checkoutId ?? checkoutId }
    const listed = provider.listInvoices(described)
    const invoices = await listed.catch(() => [])
    const applied = await applySubscription(ctx, { provider: provider.id, described, revision, invoices })
    if (applied === 'outdated') continue
    // What is paid counts, also while its invoices cannot be listed: they are asked for again.
    if (applied === 'applied') await listed
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
