import { type ProviderId, providerIds } from '@envhold/contract/billing/payments.ts'
import { AppError } from '../../../app-error.ts'
import { BadSignatureError } from '../../../payments/payment-error.ts'
import type { WebhookHeaders } from '../../../payments/provider.ts'
import { requireRateLimit } from '../../users/attempt-limits.ts'
import type { BillingWorld } from './event-worker.ts'
import { insertEvent } from './webhook-event-store.ts'

const deliveries = { kind: 'webhook', limit: 600, windowMs: 60_000 }
/** Counted apart: a stranger cannot use up the deliveries of a provider. */
const forgeries = { kind: 'webhook-forged', limit: 600, windowMs: 60_000 }

const isProvider = (id: string): id is ProviderId => (providerIds as readonly string[]).includes(id)

/**
 * Stores a provider's event, once, and has it worked off afterwards. What it says about a subscription is not looked
 * at: that is asked of the provider.
 * @throws AppError NOT_FOUND for a provider that is not configured, RATE_LIMITED, UNAUTHENTICATED
 */
export async function acceptWebhook(
  world: BillingWorld,
  delivery: { readonly provider: string; readonly body: Uint8Array; readonly headers: WebhookHeaders },
): Promise<void> {
  const id = delivery.provider
  const provider = isProvider(id) ? await world.payments.find(id) : undefined
  if (!provider) throw new AppError('NOT_FOUND')
  const event = await provider.readWebhook(delivery.body, delivery.headers).catch(async (error: unknown) => {
    if (!(error instanceof BadSignatureError)) throw error
    await requireRateLimit(world, forgeries, provider.id)
    world.log.webhookRejected({ provider: provider.id })
    throw new AppError('UNAUTHENTICATED', { message: 'The signature is not valid.' })
  })
  await requireRateLimit(world, deliveries, provider.id)
  const isNew = await insertEvent(world, {
    provider: provider.id,
    event_id: event.id,
    type: event.type,
    about: event.about,
    subscription_id: event.subscriptionId ?? null,
    customer_id: event.customerId ?? null,
    checkout_id: event.checkoutId ?? null,
    received_at: world.clock(),
  })
  if (isNew) world.events.wake()
}
