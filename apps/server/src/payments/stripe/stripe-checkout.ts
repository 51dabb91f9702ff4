import type Stripe from 'stripe'
import { z } from 'zod'
import { PaymentError } from '../payment-error.ts'
import type { Checkout, CheckoutRequest, ProviderSettings, ProviderSubscription } from '../provider.ts'
import { asActError } from '../translation/act-error.ts'
import { pageUrl, shortText } from '../translation/answer-schema.ts'
import { isProviderId } from '../translation/provider-id.ts'
import { orPaymentError, type StripeClient, unlessMissing } from './stripe-client.ts'
import { isKeyOfOtherMode, requireMode } from './stripe-mode.ts'
import { findStripeSubscription, metadata, reference, unixTime } from './stripe-subscription.ts'

const created = z.object({ id: shortText, url: pageUrl, expires_at: unixTime, livemode: z.boolean() })
const found = z.object({
  status: shortText.nullable(),
  subscription: reference.nullable(),
  metadata: metadata.nullable(),
})

/** Equal for equal requests, because stripe rejects another body with the same `Idempotency-Key`. */
function paramsOf(request: CheckoutRequest, settings: ProviderSettings): Stripe.Checkout.SessionCreateParams {
  const stored = { checkout_id: request.checkoutId }
  return {
    mode: 'subscription',
    line_items: [{ price: request.priceRef, quantity: 1 }],
    client_reference_id: request.checkoutId,
    metadata: stored,
    // The session's metadata does not reach the subscription.
    subscription_data: { metadata: stored },
    customer_email: request.email,
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
    ...(settings.automaticTax && { automatic_tax: { enabled: true }, tax_id_collection: { enabled: true } }),
    ...(settings.managedPayments && { managed_payments: { enabled: true } }),
  }
}

export async function createStripeCheckout(
  client: StripeClient,
  request: CheckoutRequest,
  settings: ProviderSettings,
): Promise<Checkout> {
  if (isKeyOfOtherMode(settings)) throw new PaymentError('misconfigured', 'stripe')
  const options = { idempotencyKey: request.checkoutId }
  const answer = await orPaymentError(client.checkout.sessions.create(paramsOf(request, settings), options))
  const session = created.parse(answer)
  requireMode(session.livemode, settings)
  return { sessionId: session.id, url: session.url, expiresAt: session.expires_at }
}

const findSession = async (client: StripeClient, id: string) => {
  const answer = isProviderId(id) ? await unlessMissing(client.checkout.sessions.retrieve(id)) : undefined
  return answer && found.parse(answer)
}

/** Only an open session can expire; that one has expired already is a success. */
export async function expireStripeCheckout(client: StripeClient, sessionId: string): Promise<void> {
  if (!isProviderId(sessionId)) throw new PaymentError('rejected', 'stripe', 404)
  try {
    found.parse(await orPaymentError(client.checkout.sessions.expire(sessionId)))
  } catch (error) {
    const rejection = error instanceof PaymentError ? asActError(error) : undefined
    if (rejection?.failure !== 'rejected') throw error
    if ((await findSession(client, sessionId))?.status !== 'expired') throw rejection
  }
}

export async function findByStripeCheckout(
  client: StripeClient,
  { checkoutId, sessionId }: { readonly checkoutId: string; readonly sessionId: string },
): Promise<ProviderSubscription | undefined> {
  const session = await findSession(client, sessionId)
  if (!session?.subscription || session.metadata?.checkout_id !== checkoutId) return undefined
  return findStripeSubscription(client, session.subscription)
}
