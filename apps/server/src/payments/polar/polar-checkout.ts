import { z } from 'zod'
import type { Checkout, CheckoutRequest, PaymentProvider, ProviderSubscription } from '../provider.ts'
import { isoTime, pageUrl, shortText } from '../translation/answer-schema.ts'
import { orPaymentError, type PolarClient, unlessMissing } from './polar-client.ts'
import { findPolarSubscription, isPolarId, metadata } from './polar-subscription.ts'

const checkoutAnswer = z.object({
  id: shortText,
  url: pageUrl,
  expires_at: isoTime,
  subscription_id: shortText.nullable(),
})
const stateAnswer = z.object({
  active_subscriptions: z.array(z.object({ id: shortText, metadata })).max(100),
})

export async function createPolarCheckout(client: PolarClient, request: CheckoutRequest): Promise<Checkout> {
  const answer = await orPaymentError(
    client.checkouts.create({
      products: [request.priceRef],
      external_customer_id: String(request.accountId),
      customer_email: request.email,
      customer_name: request.name,
      metadata: { checkout_id: request.checkoutId },
      success_url: request.successUrl,
      return_url: request.cancelUrl,
    }),
  )
  const { id, url, expires_at } = checkoutAnswer.parse(answer)
  return { sessionId: id, url, expiresAt: expires_at }
}

/** The checkout names its subscription once it is paid; otherwise the customer's active subscriptions name ours. */
export async function findByPolarCheckout(
  client: PolarClient,
  { checkoutId, sessionId, accountId }: Parameters<NonNullable<PaymentProvider['findByCheckout']>>[0],
  testMode: boolean,
): Promise<ProviderSubscription | undefined> {
  const checkout = isPolarId(sessionId) ? await unlessMissing(client.checkouts.get(sessionId)) : undefined
  const named = checkout === undefined ? null : checkoutAnswer.parse(checkout).subscription_id
  const id = named ?? (await findActive(client, accountId, checkoutId))
  const found = id === undefined ? undefined : await findPolarSubscription(client, id, testMode)
  return found?.checkoutId === checkoutId ? found : undefined
}

/** polar knows the customer by the id of our account. */
async function findActive(
  client: PolarClient,
  accountId: number,
  checkoutId: string,
): Promise<string | undefined> {
  const state = await unlessMissing(client.customers.getStateExternal(String(accountId)))
  const active = state === undefined ? [] : stateAnswer.parse(state).active_subscriptions
  return active.find((subscription) => subscription.metadata.checkout_id === checkoutId)?.id
}
