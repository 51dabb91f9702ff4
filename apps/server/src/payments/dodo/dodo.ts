import { z } from 'zod'
import {
  type PaymentProvider,
  type ProviderDeps,
  type ProviderSettings,
  providerTimeoutMs,
} from '../provider.ts'
import { pageUrl } from '../translation/answer-schema.ts'
import { standardWebhookHeaders } from '../translation/standard-webhook.ts'
import { untilAborted } from '../translation/until-aborted.ts'
import { withDeadline } from '../translation/with-deadline.ts'
import {
  cancelAtDodoPeriodEnd,
  cancelNowAtDodo,
  requireDodoSubscription,
  resumeAtDodo,
} from './dodo-change.ts'
import { createDodoCheckout, findByDodoCheckout } from './dodo-checkout.ts'
import { openDodoClient, orPaymentError, type WithinDodo } from './dodo-client.ts'
import { findDodoInvoiceUrl, listDodoInvoices, retryDodoPayment } from './dodo-invoice.ts'
import { findDodoSubscription } from './dodo-subscription.ts'
import { readDodoWebhook } from './dodo-webhook.ts'
import { testDodoConnection } from './test-dodo-connection.ts'

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
    invoiceUrl: (invoiceId, { id }) => within((client) => findDodoInvoiceUrl(client, invoiceId, id)),
    retryPayment: ({ id }) => within((client) => retryDodoPayment(client, id)),

    cancelAtPeriodEnd: (id, cancellation) =>
      within((client) => cancelAtDodoPeriodEnd(client, id, cancellation)),
    resume: (id) => within((client) => resumeAtDodo(client, id)),
    cancelNow: (id) => within((client) => cancelNowAtDodo(client, id)),

    portalUrl: ({ id, customerId }, { returnUrl }) =>
      within(async (client) => {
        const customer = customerId ?? (await requireDodoSubscription(client, id)).customerId ?? ''
        const session = client.customers.customerPortal.create(customer, { return_url: returnUrl })
        return portalAnswer.parse(await orPaymentError(session)).link
      }),

    readWebhook: (rawBody, headers) => readDodoWebhook(webhookSecret, deps.clock, rawBody, headers),
  }
}
