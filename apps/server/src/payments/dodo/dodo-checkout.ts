import { z } from 'zod'
import type { Checkout, CheckoutRequest, ProviderSubscription } from '../provider.ts'
import { pageUrl, shortText } from '../translation/answer-schema.ts'
import { isProviderId } from '../translation/provider-id.ts'
import { type DodoClient, orPaymentError, unlessMissing } from './dodo-client.ts'
import { findDodoSubscription } from './dodo-subscription.ts'

const created = z.object({ session_id: shortText, checkout_url: pageUrl })
const session = z.object({ payment_id: shortText.nullish() })
const payment = z.object({ subscription_id: shortText.nullish() })

/** The SDK may send this twice: dodo has no idempotency, and a second unpaid session is harmless. */
export async function createDodoCheckout(client: DodoClient, request: CheckoutRequest): Promise<Checkout> {
  const answer = await orPaymentError(
    client.checkoutSessions.create({
      product_cart: [{ product_id: request.priceRef, quantity: 1 }],
      customer: { email: request.email, name: request.name },
      metadata: { checkout_id: request.checkoutId },
      return_url: request.successUrl,
      cancel_url: request.cancelUrl,
      feature_flags: { allow_customer_editing_email: false },
    }),
  )
  const { session_id, checkout_url } = created.parse(answer)
  return { sessionId: session_id, url: checkout_url, expiresAt: null }
}

/** From the session to its payment to the payment's subscription. */
export async function findByDodoCheckout(
  client: DodoClient,
  { checkoutId, sessionId }: { readonly checkoutId: string; readonly sessionId: string },
  testMode: boolean,
): Promise<ProviderSubscription | undefined> {
  if (!isProviderId(sessionId)) return undefined
  const found = await unlessMissing(client.checkoutSessions.retrieve(sessionId))
  const paymentId = found && session.parse(found).payment_id
  if (!paymentId) return undefined
  const paid = await unlessMissing(client.payments.retrieve(paymentId))
  const id = paid && payment.parse(paid).subscription_id
  const subscription = id ? await findDodoSubscription(client, id, testMode) : undefined
  return subscription?.checkoutId === checkoutId ? subscription : undefined
}
