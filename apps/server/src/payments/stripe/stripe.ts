import type Stripe from 'stripe'
import { z } from 'zod'
import { PaymentError } from '../payment-error.ts'
import {
  type Checkout,
  type CheckoutRequest,
  type PaymentProvider,
  type ProviderDeps,
  type ProviderSettings,
  type ProviderSubscription,
  providerTimeoutMs,
} from '../provider.ts'
import {
  asActError,
  failed,
  isProviderId,
  metadata,
  pageUrl,
  shortText,
  unansweredText,
  untilAborted,
  withDeadline,
} from '../translation.ts'
import {
  openStripeClient,
  orPaymentError,
  type StripeClient,
  unlessMissing,
  type WithinStripe,
} from './stripe-client.ts'
import {
  findStripeInvoiceUrl,
  findStripePayer,
  listStripeInvoices,
  payStripeInvoice,
} from './stripe-invoice.ts'
import { changeStripePlan, previewStripeChange, setStripeRenewalPrice } from './stripe-plan-change.ts'
import {
  cancelAtStripePeriodEnd,
  cancelNowAtStripe,
  findStripeSubscription,
  reference,
  requireStripeSubscription,
  resumeAtStripe,
  unixTime,
} from './stripe-subscription.ts'
import { readStripeWebhook, stripeWebhookHeaders } from './stripe-webhook.ts'

const portalAnswer = z.object({ url: pageUrl })

export function createStripe(
  settings: ProviderSettings,
  deps: ProviderDeps,
  timeoutMs = providerTimeoutMs,
): PaymentProvider {
  const within: WithinStripe = (act) =>
    withDeadline('stripe', timeoutMs, async (signal) => {
      const client = await openStripeClient(settings, deps, signal)
      return untilAborted(signal, act(client))
    })

  return {
    id: 'stripe',
    webhookHeaders: stripeWebhookHeaders,

    testConnection: () => testStripeConnection(settings, within),
    createCheckout: (request) => within((client) => createStripeCheckout(client, request, settings)),
    expireCheckout: (sessionId) => within((client) => expireStripeCheckout(client, sessionId)),
    findByCheckout: (checkout) => within((client) => findByStripeCheckout(client, checkout)),
    getSubscription: (id) => within((client) => findStripeSubscription(client, id)),

    listInvoices: (subscription) => within((client) => listStripeInvoices(client, subscription)),
    findPayment: (id) => within((client) => findStripePayer(client, id)),
    invoiceUrl: (invoiceId, { id }) => within((client) => findStripeInvoiceUrl(client, invoiceId, id)),
    retryPayment: ({ id }) => within((client) => payStripeInvoice(client, id)),

    cancelAtPeriodEnd: (id, cancellation) =>
      within((client) => cancelAtStripePeriodEnd(client, id, cancellation)),
    resume: (id) => within((client) => resumeAtStripe(client, id)),
    cancelNow: (id) => within((client) => cancelNowAtStripe(client, id)),
    previewChange: (id, change) => within((client) => previewStripeChange(client, id, change)),
    setRenewalPrice: (id, price) => within((client) => setStripeRenewalPrice(client, id, price)),
    changePlan: (id, change) => within((client) => changeStripePlan(client, id, change)),

    portalUrl: ({ id, customerId }, { returnUrl }) =>
      within(async (client) => {
        const customer = customerId ?? (await requireStripeSubscription(client, id)).customerId ?? ''
        const session = client.billingPortal.sessions.create({ customer, return_url: returnUrl })
        return portalAnswer.parse(await orPaymentError(session)).url
      }),

    readWebhook: (rawBody, headers) =>
      readStripeWebhook(settings.webhookSecret, deps.clock, rawBody, headers),
  }
}

const balanceAnswer = z.object({ livemode: z.boolean() })

async function testStripeConnection(
  settings: ProviderSettings,
  within: WithinStripe,
): ReturnType<PaymentProvider['testConnection']> {
  const { testMode } = settings
  const otherMode = failed(
    testMode
      ? 'This is a live key, but test mode is on. Use a test key, or turn test mode off.'
      : 'This is a test key, but test mode is off. Use a live key, or turn test mode on.',
  )
  if (isKeyOfOtherMode(settings)) return otherMode
  try {
    const { livemode } = await within(async (client) =>
      balanceAnswer.parse(await orPaymentError(client.balance.retrieve())),
    )
    if (livemode === testMode) return otherMode
    return { success: true, message: `Connected to Stripe in ${testMode ? 'test' : 'live'} mode.` }
  } catch (error) {
    const isRejected = error instanceof PaymentError && error.failure !== 'unavailable'
    return failed(
      isRejected
        ? 'Stripe does not accept the API key, or the key may not read the balance.'
        : unansweredText('Stripe', error),
    )
  }
}

const created = z.object({ id: shortText, url: pageUrl, expires_at: unixTime, livemode: z.boolean() })
const parsed = z.object({
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
    ...(settings.automaticTax && { automatic_tax: { enabled: true } }),
    // As merchant of record, stripe decides what its page asks for.
    ...(settings.managedPayments
      ? { managed_payments: { enabled: true } }
      : { allow_promotion_codes: true, tax_id_collection: { enabled: true } }),
  }
}

async function createStripeCheckout(
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
  return answer && parsed.parse(answer)
}

/** Only an open session can expire; that one has expired already is a success. */
async function expireStripeCheckout(client: StripeClient, sessionId: string): Promise<void> {
  if (!isProviderId(sessionId)) throw new PaymentError('rejected', 'stripe', 404)
  try {
    parsed.parse(await orPaymentError(client.checkout.sessions.expire(sessionId)))
  } catch (error) {
    const rejection = error instanceof PaymentError ? asActError(error) : undefined
    if (rejection?.failure !== 'rejected') throw error
    if ((await findSession(client, sessionId))?.status !== 'expired') throw rejection
  }
}

async function findByStripeCheckout(
  client: StripeClient,
  { checkoutId, sessionId }: { readonly checkoutId: string; readonly sessionId: string },
): Promise<ProviderSubscription | undefined> {
  const session = await findSession(client, sessionId)
  if (!session?.subscription || session.metadata?.checkout_id !== checkoutId) return undefined
  return findStripeSubscription(client, session.subscription)
}

/** Whether a key is of test mode; undefined where its prefix does not say. */
function isTestKey(apiKey: string): boolean | undefined {
  const mode = /^[a-z]{2}_(test|live)_/.exec(apiKey)?.[1]
  return mode === undefined ? undefined : mode === 'test'
}

const isKeyOfOtherMode = ({ apiKey, testMode }: ProviderSettings): boolean =>
  (isTestKey(apiKey) ?? testMode) !== testMode

/** @throws PaymentError misconfigured, for an answer of the other mode */
function requireMode(livemode: boolean, { testMode }: ProviderSettings): void {
  if (livemode === testMode) throw new PaymentError('misconfigured', 'stripe')
}
