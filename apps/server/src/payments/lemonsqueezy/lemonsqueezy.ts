import {
  type PaymentProvider,
  type ProviderDeps,
  type ProviderSettings,
  providerTimeoutMs,
} from '../provider.ts'
import { withDeadline } from '../translation/with-deadline.ts'
import { cancelAtLemonsqueezy, resumeAtLemonsqueezy } from './lemonsqueezy-change.ts'
import { createLemonsqueezyCheckout } from './lemonsqueezy-checkout.ts'
import { findLemonsqueezyInvoice, listLemonsqueezyInvoices } from './lemonsqueezy-invoice.ts'
import { createSendRequest, type SendRequest } from './lemonsqueezy-request.ts'
import {
  findLemonsqueezySubscription,
  requireLemonsqueezySubscription,
  translateSubscription,
} from './lemonsqueezy-subscription.ts'
import { lemonsqueezyWebhookHeaders, readLemonsqueezyWebhook } from './lemonsqueezy-webhook.ts'
import { testLemonsqueezyConnection } from './test-lemonsqueezy-connection.ts'

/** Written over `deps.fetch` instead of the SDK, which has no time limit and one key for the whole process. */
export function createLemonsqueezy(
  settings: ProviderSettings,
  deps: ProviderDeps,
  timeoutMs = providerTimeoutMs,
): PaymentProvider {
  const within = <Result>(act: (send: SendRequest) => Promise<Result>): Promise<Result> =>
    withDeadline('lemonsqueezy', timeoutMs, (signal) => act(createSendRequest(settings, deps, signal)))

  const act = (id: string, work: typeof cancelAtLemonsqueezy) =>
    within((send) => work({ send, id, now: deps.clock() }))

  return {
    id: 'lemonsqueezy',
    webhookHeaders: lemonsqueezyWebhookHeaders,

    testConnection: () => testLemonsqueezyConnection(settings, within),

    createCheckout: (request) =>
      within((send) => createLemonsqueezyCheckout(send, settings, request, deps.clock())),

    getSubscription: (id) =>
      within(async (send) => {
        const found = await findLemonsqueezySubscription(send, id)
        return found && translateSubscription(found, deps.clock())
      }),
    listInvoices: ({ id }) => within((send) => listLemonsqueezyInvoices(send, id)),

    invoiceUrl: (invoiceId, { id }) => within((send) => findLemonsqueezyInvoice(send, invoiceId, id)),

    cancelAtPeriodEnd: (id) => act(id, cancelAtLemonsqueezy),
    resume: (id) => act(id, resumeAtLemonsqueezy),
    cannotEndNow: true,
    cancelNow: (id) => act(id, cancelAtLemonsqueezy),
    portalUrl: ({ id }) =>
      within(
        async (send) => (await requireLemonsqueezySubscription(send, id)).attributes.urls.customer_portal,
      ),
    readWebhook: async (rawBody, headers) =>
      readLemonsqueezyWebhook(settings.webhookSecret, rawBody, headers),
  }
}
