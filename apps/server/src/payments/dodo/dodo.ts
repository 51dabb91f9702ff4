import { z } from 'zod'
import { PaymentError } from '../payment-error.ts'
import {
  type Cancellation,
  type Checkout,
  type CheckoutRequest,
  type PaymentProvider,
  type PlanChange,
  type ProviderDeps,
  type ProviderSettings,
  type ProviderSubscription,
  providerTimeoutMs,
} from '../provider.ts'
import {
  cancellationFeedback,
  failed,
  isProviderId,
  pageUrl,
  shortText,
  standardWebhookHeaders,
  unansweredText,
  untilAborted,
  withDeadline,
} from '../translation.ts'
import {
  findDodoInvoiceUrl,
  findDodoPayer,
  findDodoSubscription,
  listDodoInvoices,
  parseDodoPreview,
  parseDodoSubscription,
  retryDodoPayment,
} from './dodo-answers.ts'
import {
  type DodoClient,
  openDodoClient,
  orActError,
  orPaymentError,
  unlessMissing,
  type WithinDodo,
} from './dodo-client.ts'
import { readDodoWebhook } from './dodo-webhook.ts'

const portalAnswer = z.object({ link: pageUrl })

export function createDodo(
  settings: ProviderSettings,
  deps: ProviderDeps,
  timeoutMs = providerTimeoutMs,
): PaymentProvider {
  const { testMode, webhookSecret } = settings
  const within: WithinDodo = (act) =>
    withDeadline('dodo', timeoutMs, async (signal) => {
      const client = await openDodoClient(settings, deps, signal)
      return untilAborted(signal, act(client))
    })

  return {
    id: 'dodo',
    webhookHeaders: standardWebhookHeaders,

    testConnection: () => testDodoConnection(testMode, within),
    createCheckout: (request) => within((client) => createDodoCheckout(client, request)),
    findByCheckout: (checkout) => within((client) => findByDodoCheckout(client, checkout, testMode)),
    getSubscription: (id) => within((client) => findDodoSubscription(client, id, testMode)),

    listInvoices: ({ id }) => within((client) => listDodoInvoices(client, id)),
    findPayment: (id) => within((client) => findDodoPayer(client, id)),
    invoiceUrl: (invoiceId, { id }) => within((client) => findDodoInvoiceUrl(client, invoiceId, id)),
    retryPayment: ({ id }) => within((client) => retryDodoPayment(client, id)),

    cancelAtPeriodEnd: (id, cancellation) =>
      within((client) => cancelAtDodoPeriodEnd(client, id, cancellation)),
    resume: (id) => within((client) => resumeAtDodo(client, id)),
    cancelNow: (id) => within((client) => cancelNowAtDodo(client, id)),
    previewChange: (id, change) =>
      within(async (client) => {
        await requireDodoSubscription(client, id)
        const preview = client.subscriptions.previewChangePlan(id, changeTo(change))
        return parseDodoPreview(await orActError(preview))
      }),
    setRenewalPrice: (id, price) => within((client) => setDodoRenewalPrice(client, id, price)),
    changePlan: (id, change) => within((client) => changeDodoPlan(client, id, change)),
    cancelScheduledChange: (id) => within((client) => cancelScheduledDodoChange(client, id)),

    portalUrl: ({ id, customerId }, { returnUrl }) =>
      within(async (client) => {
        const customer = customerId ?? (await requireDodoSubscription(client, id)).customerId ?? ''
        const session = client.customers.customerPortal.create(customer, { return_url: returnUrl })
        return portalAnswer.parse(await orPaymentError(session)).link
      }),

    readWebhook: async (rawBody, headers) => readDodoWebhook(webhookSecret, deps.clock, rawBody, headers),
  }
}

const productsAnswer = z.object({ items: z.array(z.unknown()) })

/** A key does not say its mode, but each mode has its host, which rejects the keys of the other. */
async function testDodoConnection(
  testMode: boolean,
  within: WithinDodo,
): ReturnType<PaymentProvider['testConnection']> {
  const mode = testMode ? 'test' : 'live'
  try {
    await within(async (client) => {
      productsAnswer.parse(await orPaymentError(client.get('/products', { query: { page_size: 1 } })))
    })
    return { success: true, message: `Connected to Dodo Payments in ${mode} mode.` }
  } catch (error) {
    const isRejected = error instanceof PaymentError && error.failure !== 'unavailable'
    return failed(
      isRejected
        ? `Dodo Payments does not accept the API key in ${mode} mode. A key of the other mode does not work here.`
        : unansweredText('Dodo Payments', error),
    )
  }
}

const created = z.object({ session_id: shortText, checkout_url: pageUrl })
const session = z.object({ payment_id: shortText.nullish() })
const payment = z.object({ subscription_id: shortText.nullish() })

/** The SDK may send this twice: dodo has no idempotency, and a second unpaid session is harmless. */
async function createDodoCheckout(client: DodoClient, request: CheckoutRequest): Promise<Checkout> {
  const answer = await orPaymentError(
    client.checkoutSessions.create({
      product_cart: [{ product_id: request.priceRef, quantity: 1 }],
      customer: { email: request.email, name: request.name },
      metadata: { checkout_id: request.checkoutId },
      return_url: request.successUrl,
      cancel_url: request.cancelUrl,
      feature_flags: {
        allow_customer_editing_email: false,
        allow_customer_editing_business_name: true,
        allow_discount_code: true,
        allow_tax_id: true,
      },
    }),
  )
  const { session_id, checkout_url } = created.parse(answer)
  return { sessionId: session_id, url: checkout_url, expiresAt: null }
}

/** From the session to its payment to the payment's subscription. */
async function findByDodoCheckout(
  client: DodoClient,
  { checkoutId, sessionId }: { readonly checkoutId: string; readonly sessionId: string },
  testMode: boolean,
): Promise<ProviderSubscription | undefined> {
  if (!isProviderId(sessionId)) return undefined
  const checkout = await unlessMissing(client.checkoutSessions.retrieve(sessionId))
  const paymentId = checkout && session.parse(checkout).payment_id
  if (!paymentId) return undefined
  const paid = await unlessMissing(client.payments.retrieve(paymentId))
  const id = paid && payment.parse(paid).subscription_id
  const subscription = id ? await findDodoSubscription(client, id, testMode) : undefined
  return subscription?.checkoutId === checkoutId ? subscription : undefined
}

type Change = Parameters<DodoClient['subscriptions']['update']>[1]

/** @throws PaymentError rejected, if dodo knows no such subscription */
async function requireDodoSubscription(client: DodoClient, id: string): Promise<ProviderSubscription> {
  const subscription = await findDodoSubscription(client, id, false)
  if (!subscription) throw new PaymentError('rejected', 'dodo', 404)
  return subscription
}

async function update(client: DodoClient, id: string, fields: Change): Promise<void> {
  parseDodoSubscription(await orActError(client.subscriptions.update(id, fields)), false)
}

async function cancelAtDodoPeriodEnd(
  client: DodoClient,
  id: string,
  { reason, comment }: Cancellation,
): Promise<void> {
  const { status, cancelAt } = await requireDodoSubscription(client, id)
  if (status === 'ended' || cancelAt !== null) return
  await update(client, id, {
    cancel_at_next_billing_date: true,
    cancel_reason: 'cancelled_by_customer',
    cancellation_feedback: cancellationFeedback[reason],
    ...(comment && { cancellation_comment: comment }),
  })
}

/** dodo accepts a new status only if it is sent alone. */
async function resumeAtDodo(client: DodoClient, id: string): Promise<void> {
  const { status, cancelAt } = await requireDodoSubscription(client, id)
  if (status === 'ended' || status === 'pending') throw new PaymentError('rejected', 'dodo')
  if (cancelAt !== null) await update(client, id, { cancel_at_next_billing_date: false })
  if (status === 'paused') await update(client, id, { status: 'active' })
}

async function cancelNowAtDodo(client: DodoClient, id: string): Promise<void> {
  if ((await requireDodoSubscription(client, id)).status === 'ended') return
  await update(client, id, {
    status: 'cancelled',
    cancel_reason: 'cancelled_by_merchant_grace_period_expired',
  })
}

/** dodo calculates the difference as of its own time, and changes the plan once it is paid. */
const changeTo = ({ priceRef }: PlanChange) => ({
  product_id: priceRef,
  quantity: 1,
  proration_billing_mode: 'prorated_immediately' as const,
  on_payment_failure: 'prevent_change' as const,
  cancel_scheduled_change_plan: true,
})

/** Sent only once: dodo has no idempotency. It rejects a change while another one is being paid. */
async function changeDodoPlan(client: DodoClient, id: string, change: PlanChange): Promise<void> {
  const { status, priceRef } = await requireDodoSubscription(client, id)
  if (priceRef === change.priceRef) return
  if (status === 'ended') throw new PaymentError('rejected', 'dodo')
  await orActError(client.subscriptions.changePlan(id, changeTo(change), { maxRetries: 0 }))
}

async function cancelScheduledDodoChange(client: DodoClient, id: string): Promise<void> {
  if ((await requireDodoSubscription(client, id)).scheduledPriceRef === null) return
  await orActError(client.subscriptions.cancelChangePlan(id, { maxRetries: 0 }))
}

/** dodo rejects another change while one is scheduled. */
async function setDodoRenewalPrice(
  client: DodoClient,
  id: string,
  { priceRef }: Pick<PlanChange, 'priceRef'>,
): Promise<void> {
  const { status, priceRef: current, scheduledPriceRef } = await requireDodoSubscription(client, id)
  if (current === priceRef || scheduledPriceRef !== null || status === 'ended') return
  const body = { product_id: priceRef, quantity: 1, proration_billing_mode: 'do_not_bill' as const }
  await orActError(client.subscriptions.changePlan(id, body, { maxRetries: 0 }))
}
