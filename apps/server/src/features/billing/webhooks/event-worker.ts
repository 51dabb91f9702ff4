import { type ProviderId, providerIds } from '@envhold/contract/billing/payments.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { createRunner, type Runner } from '../../../jobs/runner.ts'
import { BadSignatureError, PaymentError } from '../../../payments/payment-error.ts'
import type { PaymentProvider, WebhookHeaders } from '../../../payments/provider.ts'
import { requireRateLimit } from '../../users/attempt-limits.ts'
import { findCheckout } from '../checkout/checkout-store.ts'
import { syncCheckout } from '../checkout/open-checkouts.ts'
import { listSubscriptionsOfCustomer } from '../subscriptions/subscription-store.ts'
import { requireProvider, type Synced, syncSubscription } from '../subscriptions/sync-subscription.ts'
import { recordDispute } from './record-dispute.ts'
import {
  claimDueEvent,
  closeEvent,
  insertEvent,
  noAttempt,
  retryEventAt,
  type StoredEvent,
} from './webhook-event-store.ts'

/** What calls about payments need. */
export interface BillingWorld extends Context {
  readonly events: Pick<Runner, 'wake'>
}

const name = 'webhook-events'
const minuteMs = 60_000
/** Longer than a provider may take, with its retries. */
const reservedMs = 2 * minuteMs
/** After these waits the event is left to the daily reconciliation. */
const waitsMs = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * minuteMs)

/** Processes the events that providers have delivered, one after the other. */
export const createEventWorker = (ctx: Context): Runner =>
  createRunner(ctx, {
    name,
    everyMs: minuteMs,
    run: async ({ signal }) => {
      while (!signal.aborted) {
        const now = ctx.clock()
        const event = await claimDueEvent(ctx, now, now + reservedMs)
        if (!event) return
        await processOrPostpone(ctx, event)
      }
    },
  })

async function processOrPostpone(ctx: Context, event: StoredEvent): Promise<void> {
  try {
    await processWebhookEvent(ctx, event)
  } catch (error) {
    if (error instanceof PaymentError) await ctx.payments.noteFailure(error)
    else ctx.log.taskFailed({ task: name, error })
    const waitMs = waitsMs[event.attempts - 1]
    await retryEventAt(ctx, event, waitMs === undefined ? noAttempt : ctx.clock() + waitMs)
  }
}

/**
 * Asks the provider for what an event is about, and stores that.
 * @throws PaymentError if the provider does not answer: the event is due again later
 */
async function processWebhookEvent(ctx: Context, event: StoredEvent): Promise<void> {
  const provider = await requireProvider(ctx, event.provider)
  const named = await withPayer(provider, event)
  const synced = await syncWhatItNames(ctx, provider, named)
  if (event.about === 'dispute' && (await recordDispute(ctx, named))) return
  await closeEvent(ctx, event, synced.includes('applied') ? 'done' : 'ignored')
}

/** With whose payment it is about, where it names no subscription. */
async function withPayer(provider: PaymentProvider, event: StoredEvent): Promise<StoredEvent> {
  if (event.payment_id === null || event.subscription_id !== null) return event
  const payer = await provider.findPayment?.(event.payment_id)
  return {
    ...event,
    subscription_id: payer?.subscriptionId ?? null,
    customer_id: payer?.customerId ?? event.customer_id,
  }
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
    payment_id: event.paymentId ?? null,
    dispute_id: event.dispute?.id ?? null,
    dispute_state: event.dispute?.state ?? null,
    received_at: world.clock(),
  })
  if (isNew) world.events.wake()
}
