import { z } from 'zod'
import {
  type PaymentProvider,
  type ProviderDeps,
  type ProviderSettings,
  providerTimeoutMs,
} from '../provider.ts'
import { asAct } from '../translation/act-error.ts'
import { pageUrl } from '../translation/answer-schema.ts'
import { standardWebhookHeaders } from '../translation/standard-webhook.ts'
import { withDeadline } from '../translation/with-deadline.ts'
import { createPolarChanges } from './polar-change.ts'
import { createPolarCheckout, findByPolarCheckout } from './polar-checkout.ts'
import { openPolarClient, orPaymentError, type WithinPolar } from './polar-client.ts'
import { findPolarInvoice, listPolarInvoices } from './polar-invoice.ts'
import { findPolarSubscription } from './polar-subscription.ts'
import { readPolarWebhook } from './polar-webhook.ts'
import { testPolarConnection } from './test-polar-connection.ts'

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
        return portalAnswer.parse(await asAct(orPaymentError(session))).customer_portal_url
      }),
    readWebhook: (rawBody, headers) => readPolarWebhook(webhookSecret, deps.clock, rawBody, headers),
  }
}
