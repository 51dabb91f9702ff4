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
  failed,
  isoTime,
  metadata,
  pageUrl,
  shortText,
  standardWebhookHeaders,
  unansweredText,
  withDeadline,
} from '../translation.ts'
import {
  findPolarInvoice,
  findPolarSubscription,
  isPolarId,
  listPolarInvoices,
  readPolarWebhook,
} from './polar-answers.ts'
import { createPolarChanges } from './polar-change.ts'
import {
  openPolarClient,
  orActError,
  orPaymentError,
  type PolarClient,
  unlessMissing,
  type WithinPolar,
} from './polar-client.ts'

const portalAnswer = z.object({ customer_portal_url: pageUrl })

export function createPolar(
  settings: ProviderSettings,
  deps: ProviderDeps,
  timeoutMs = providerTimeoutMs,
): PaymentProvider {
  const { testMode, webhookSecret } = settings
  const within: WithinPolar = (act) =>
    withDeadline('polar', timeoutMs, async (signal) =>
      act(await openPolarClient(settings, deps, signal), signal),
    )

  return {
    id: 'polar',
    webhookHeaders: standardWebhookHeaders,
    testConnection: () => testPolarConnection(settings, within),
    createCheckout: (request) => within((client) => createPolarCheckout(client, request)),
    findByCheckout: (checkout) => within((client) => findByPolarCheckout(client, checkout, testMode)),
    getSubscription: (id) => within((client) => findPolarSubscription(client, id, testMode)),
    listInvoices: ({ id }) => within((client) => listPolarInvoices(client, id)),
    invoiceUrl: (invoiceId, { id }) =>
      within((client, signal) => findPolarInvoice(client, signal, invoiceId, id)),
    ...createPolarChanges(within, testMode),
    /** An account whose e-mail address polar already knew can have a customer without our id. */
    portalUrl: ({ customerId }, { accountId, returnUrl }) =>
      within(async (client) => {
        const customer = customerId
          ? { customer_id: customerId }
          : { external_customer_id: String(accountId) }
        const session = client.customerSessions.create({ ...customer, return_url: returnUrl })
        return portalAnswer.parse(await orActError(session)).customer_portal_url
      }),
    readWebhook: async (rawBody, headers) => readPolarWebhook(webhookSecret, deps.clock, rawBody, headers),
  }
}

const organizationsAnswer = z.object({ items: z.array(z.object({ id: shortText, name: shortText })).max(1) })

/** An organization access token sees its own organization only. */
async function testPolarConnection(
  { organizationId, testMode }: ProviderSettings,
  within: WithinPolar,
): ReturnType<PaymentProvider['testConnection']> {
  try {
    const answer = await within((client) => orPaymentError(client.organizations.list({ limit: 1 })))
    const [organization] = organizationsAnswer.safeParse(answer).data?.items ?? []
    if (!organization) return failed('The access token belongs to no organization.')
    if (organization.id !== organizationId)
      return failed('The access token belongs to another organization. Check the organization ID.')
    const mode = testMode ? 'test mode (sandbox)' : 'live mode'
    return { success: true, message: `Connected to ${organization.name} in ${mode}.` }
  } catch (error) {
    const isRejected = error instanceof PaymentError && error.failure === 'misconfigured'
    const other = testMode ? 'production' : 'sandbox'
    return failed(
      isRejected
        ? `Polar does not accept the access token. A token of its ${other} does not work here.`
        : unansweredText('Polar', error),
    )
  }
}

const checkoutAnswer = z.object({
  id: shortText,
  url: pageUrl,
  expires_at: isoTime,
  subscription_id: shortText.nullable(),
})
const stateAnswer = z.object({
  active_subscriptions: z.array(z.object({ id: shortText, metadata })).max(100),
})

async function createPolarCheckout(client: PolarClient, request: CheckoutRequest): Promise<Checkout> {
  const answer = await orPaymentError(
    client.checkouts.create({
      products: [request.priceRef],
      external_customer_id: String(request.accountId),
      customer_email: request.email,
      customer_name: request.name,
      metadata: { checkout_id: request.checkoutId },
      allow_discount_codes: true,
      success_url: request.successUrl,
      return_url: request.cancelUrl,
    }),
  )
  const { id, url, expires_at } = checkoutAnswer.parse(answer)
  return { sessionId: id, url, expiresAt: expires_at }
}

/** The checkout names its subscription once it is paid; otherwise the customer's active subscriptions name ours. */
async function findByPolarCheckout(
  client: PolarClient,
  { checkoutId, sessionId, accountId }: Parameters<NonNullable<PaymentProvider['findByCheckout']>>[0],
  testMode: boolean,
): Promise<ProviderSubscription | undefined> {
  const checkout = isPolarId(sessionId) ? await unlessMissing(client.checkouts.get(sessionId)) : undefined
  const named = checkout === undefined ? null : checkoutAnswer.parse(checkout).subscription_id
  const id = named ?? (await findActive(client, accountId, checkoutId))
  const subscription = id === undefined ? undefined : await findPolarSubscription(client, id, testMode)
  return subscription?.checkoutId === checkoutId ? subscription : undefined
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
