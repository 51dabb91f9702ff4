import { z } from 'zod'
import {
  type PaymentProvider,
  type ProviderDeps,
  type ProviderSettings,
  providerTimeoutMs,
} from '../provider.ts'
import { pageUrl } from '../translation/answer-schema.ts'
import { untilAborted } from '../translation/until-aborted.ts'
import { withDeadline } from '../translation/with-deadline.ts'
import {
  cancelAtStripePeriodEnd,
  cancelNowAtStripe,
  requireStripeSubscription,
  resumeAtStripe,
} from './stripe-change.ts'
import { createStripeCheckout, expireStripeCheckout, findByStripeCheckout } from './stripe-checkout.ts'
import { openStripeClient, orPaymentError, type WithinStripe } from './stripe-client.ts'
import { findStripeInvoiceUrl, listStripeInvoices, payStripeInvoice } from './stripe-invoice.ts'
import { findStripeSubscription } from './stripe-subscription.ts'
import { readStripeWebhook, stripeWebhookHeaders } from './stripe-webhook.ts'
import { testStripeConnection } from './test-stripe-connection.ts'

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
    invoiceUrl: (invoiceId, { id }) => within((client) => findStripeInvoiceUrl(client, invoiceId, id)),
    retryPayment: ({ id }) => within((client) => payStripeInvoice(client, id)),

    cancelAtPeriodEnd: (id, cancellation) =>
      within((client) => cancelAtStripePeriodEnd(client, id, cancellation)),
    resume: (id) => within((client) => resumeAtStripe(client, id)),
    cancelNow: (id) => within((client) => cancelNowAtStripe(client, id)),

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
