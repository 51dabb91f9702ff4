import { isEntitled } from '@envhold/contract/billing/payments.ts'
import { z } from 'zod'
import { PaymentError } from '../payment-error.ts'
import {
  type Checkout,
  type CheckoutRequest,
  type PaymentProvider,
  type PlanChange,
  type PlanChangePreview,
  type ProviderDeps,
  type ProviderSettings,
  type ProviderSubscription,
  providerTimeoutMs,
} from '../provider.ts'
import { failed, isoTime, pageUrl, shortText, unansweredText, withDeadline } from '../translation.ts'
import {
  describeLemonsqueezySubscription,
  findLemonsqueezyInvoice,
  isLemonsqueezyId,
  lemonsqueezyWebhookHeaders,
  listLemonsqueezyInvoices,
  parseLemonsqueezySubscription,
  readLemonsqueezyWebhook,
  requireLemonsqueezySubscription,
  translateSubscription,
} from './lemonsqueezy-answers.ts'
import { createSendRequest, type SendRequest } from './lemonsqueezy-request.ts'

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

    getSubscription: (id) => within((send) => describeLemonsqueezySubscription(send, id, deps.clock())),
    listInvoices: ({ id }) => within((send) => listLemonsqueezyInvoices(send, id)),

    invoiceUrl: (invoiceId, { id }) => within((send) => findLemonsqueezyInvoice(send, invoiceId, id)),

    cancelAtPeriodEnd: (id) => act(id, cancelAtLemonsqueezy),
    resume: (id) => act(id, resumeAtLemonsqueezy),
    cannotEndNow: true,
    cancelNow: (id) => act(id, cancelAtLemonsqueezy),
    previewChange: (id) => within((send) => previewLemonsqueezyChange({ send, id, now: deps.clock() })),
    setRenewalPrice: (id, price) => act(id, (one) => changeVariant(one, price, { disable_prorations: true })),
    changePlan: (id, change) => act(id, (one) => changeVariant(one, change, { invoice_immediately: true })),
    portalUrl: ({ id }) =>
      within(
        async (send) => (await requireLemonsqueezySubscription(send, id)).attributes.urls.customer_portal,
      ),
    readWebhook: async (rawBody, headers) =>
      readLemonsqueezyWebhook(settings.webhookSecret, rawBody, headers),
  }
}

const userAnswer = z.object({ meta: z.object({ test_mode: z.boolean() }) })
const storeAnswer = z.object({ data: z.object({ attributes: z.object({ name: shortText }) }) })

/** The key says which mode it is for, and which stores it sees. */
async function testLemonsqueezyConnection(
  { storeId = '', testMode }: ProviderSettings,
  within: <Result>(act: (send: SendRequest) => Promise<Result>) => Promise<Result>,
): ReturnType<PaymentProvider['testConnection']> {
  if (!isLemonsqueezyId(storeId))
    return failed('The store ID is a number. Lemon Squeezy shows it under Settings, Stores.')
  const mode = testMode ? 'test' : 'live'
  try {
    return await within(async (send) => {
      const user = userAnswer.parse(await send('GET', 'users/me'))
      if (user.meta.test_mode !== testMode)
        return failed(`This is not a key for ${mode} mode. Use a key of that mode, or change the mode.`)
      const { data } = storeAnswer.parse(await send('GET', `stores/${storeId}`))
      return { success: true, message: `Connected to ${data.attributes.name} in ${mode} mode.` }
    })
  } catch (error) {
    if (!(error instanceof PaymentError) || error.failure !== 'misconfigured')
      return failed(unansweredText('Lemon Squeezy', error))
    return failed(
      error.status === 404
        ? 'The API key does not belong to this store. Check the store ID.'
        : 'Lemon Squeezy does not accept the API key.',
    )
  }
}

/** Without an expiry, a link to a checkout would work for ever. */
const checkoutExpiryMs = 24 * 3_600_000
const checkoutAnswer = z.object({
  data: z.object({
    id: shortText,
    attributes: z.object({ url: pageUrl, expires_at: isoTime.nullable(), test_mode: z.boolean() }),
  }),
})

/** All names are in snake_case, and all our values are strings: lemonsqueezy changes others on the way. */
function checkoutResource(request: CheckoutRequest, settings: ProviderSettings, now: number): object {
  const { storeId = '', testMode } = settings
  const { priceRef } = request
  if (!isLemonsqueezyId(storeId) || !isLemonsqueezyId(priceRef))
    throw new PaymentError('misconfigured', 'lemonsqueezy')
  return {
    type: 'checkouts',
    attributes: {
      checkout_data: {
        email: request.email,
        name: request.name,
        custom: { checkout_id: request.checkoutId },
      },
      product_options: { redirect_url: request.successUrl, enabled_variants: [Number(priceRef)] },
      expires_at: new Date(now + checkoutExpiryMs).toISOString(),
      test_mode: testMode,
    },
    relationships: {
      store: { data: { type: 'stores', id: storeId } },
      variant: { data: { type: 'variants', id: priceRef } },
    },
  }
}

/** lemonsqueezy says the mode of a key only in its answers. */
async function createLemonsqueezyCheckout(
  send: SendRequest,
  settings: ProviderSettings,
  request: CheckoutRequest,
  now: number,
): Promise<Checkout> {
  const answer = await send('POST', 'checkouts', checkoutResource(request, settings, now))
  const { id, attributes } = checkoutAnswer.parse(answer).data
  if (attributes.test_mode !== settings.testMode) throw new PaymentError('misconfigured', 'lemonsqueezy')
  return { sessionId: id, url: attributes.url, expiresAt: attributes.expires_at }
}

/** The statuses of a rejection that says that the subscription is not in the right state. */
const stateRejections: ReadonlySet<number | undefined> = new Set([400, 404, 409, 422])

/** The requests of one act, its time, and the subscription that it changes. */
interface Act {
  readonly send: SendRequest
  readonly now: number
  readonly id: string
}

const read = async ({ send, id, now }: Act): Promise<ProviderSubscription> =>
  translateSubscription(await requireLemonsqueezySubscription(send, id), now)

/** After a rejection, the change has succeeded if the subscription already is as it should become. */
async function change(
  act: Act,
  request: Promise<unknown>,
  isDone: (subscription: ProviderSubscription) => boolean,
): Promise<void> {
  try {
    parseLemonsqueezySubscription(await request)
  } catch (error) {
    if (!(error instanceof PaymentError) || !stateRejections.has(error.status)) throw error
    if (!isDone(await read(act))) throw new PaymentError('rejected', 'lemonsqueezy', error.status)
  }
}

/** lemonsqueezy stores no reason, and cannot end a subscription at once. */
async function cancelAtLemonsqueezy(act: Act): Promise<void> {
  if (!isLemonsqueezyId(act.id)) throw new PaymentError('rejected', 'lemonsqueezy', 404)
  await change(
    act,
    act.send('DELETE', `subscriptions/${act.id}`),
    ({ cancelAt, status }) => cancelAt !== null || status === 'ended',
  )
}

async function resumeAtLemonsqueezy(act: Act): Promise<void> {
  const { status, cancelAt } = await read(act)
  if (status === 'ended' || status === 'pending') throw new PaymentError('rejected', 'lemonsqueezy')
  const update = (attributes: object) =>
    act.send('PATCH', `subscriptions/${act.id}`, { type: 'subscriptions', id: act.id, attributes })
  if (cancelAt !== null)
    await change(
      act,
      update({ cancelled: false }),
      (subscription) => subscription.cancelAt === null && isEntitled(subscription.status),
    )
  if (status === 'paused')
    await change(act, update({ pause: null }), (subscription) => isEntitled(subscription.status))
}

/** lemonsqueezy has no preview: it says what it charged in the invoice that follows. */
async function previewLemonsqueezyChange(act: Act): Promise<PlanChangePreview> {
  await read(act)
  return { starts: 'now', dueNow: null, nextAmount: null, nextAt: null, currency: null }
}

/**
 * The difference to another plan is invoiced immediately: added to the next charge, it would never be paid by someone
 * who cancels before that.
 */
async function changeVariant(
  act: Act,
  { priceRef }: Pick<PlanChange, 'priceRef'>,
  proration: { readonly invoice_immediately: true } | { readonly disable_prorations: true },
): Promise<void> {
  if (!isLemonsqueezyId(priceRef)) throw new PaymentError('misconfigured', 'lemonsqueezy')
  const current = await read(act)
  if (current.priceRef === priceRef) return
  if (current.status === 'ended') throw new PaymentError('rejected', 'lemonsqueezy')
  const attributes = { variant_id: Number(priceRef), ...proration }
  await change(
    act,
    act.send('PATCH', `subscriptions/${act.id}`, { type: 'subscriptions', id: act.id, attributes }),
    (subscription) => subscription.priceRef === priceRef,
  )
}
