// A local server that behaves like lemonsqueezy, with its state in memory and a clock that tests move.

import { createHmac, randomUUID } from 'node:crypto'
import { createFakeClock } from './fake-clock.ts'
import {
  lemonsqueezyCheckout,
  lemonsqueezyInvoice,
  lemonsqueezySubscription,
} from './fake-lemonsqueezy-answers.ts'
import { checkoutPage, portalPage } from './fake-life-pages.ts'
import { type FakeAnswer, type FakeRequest, type FakeRoute, startFakeServer } from './fake-server.ts'
import {
  createFakeSubscriptions,
  type FakeChange,
  type FakeInvoice,
  type FakePrice,
  type FakeSubscription,
} from './fake-subscriptions.ts'
import { createWebhookSender } from './webhook-sender.ts'

const apiKey = 'eyJ0eXAiOiJKV1QiLCJhbGciOiJSUzI1NiJ9.fake'
const webhookSecret = 'lemon-fake-secret-1'
const storeId = '55'
const prices: readonly FakePrice[] = [
  { ref: '101', interval: 'month', amount: 900 },
  { ref: '102', interval: 'year', amount: 9_000 },
]
/** lemonsqueezy tries four times in all. */
const retryDelaysMs = [5_000, 25_000, 125_000]

const events: Readonly<Record<FakeChange, readonly string[]>> = {
  started: ['order_created', 'subscription_created', 'subscription_payment_success'],
  renewed: ['subscription_payment_success', 'subscription_updated'],
  payment_failed: ['subscription_payment_failed', 'subscription_updated'],
  recovered: ['subscription_payment_recovered', 'subscription_payment_success', 'subscription_updated'],
  canceled: ['subscription_cancelled', 'subscription_updated'],
  resumed: ['subscription_resumed', 'subscription_updated'],
  ended: ['subscription_expired', 'subscription_updated'],
  refunded: ['subscription_payment_refunded'],
}

const mediaType = 'application/vnd.api+json'
const json = (status: number, body: object): FakeAnswer => ({
  status,
  body: { jsonapi: { version: '1.0' }, ...body },
  headers: { 'content-type': mediaType },
})
const data = (resource: unknown, status = 200) => json(status, { data: resource })
const error = (status: number, title: string) =>
  json(status, { errors: [{ status: String(status), title, detail: `${title}: someone@example.com` }] })

export type FakeLemonsqueezy = Awaited<ReturnType<typeof startFakeLemonsqueezy>>

export async function startFakeLemonsqueezy({ clock = createFakeClock(), port = 0, isLive = false } = {}) {
  const sender = createWebhookSender({
    clock,
    secret: webhookSecret,
    sign: ({ type, body }, secret) => ({
      'x-event-name': type,
      'x-signature': createHmac('sha256', secret).update(body).digest('hex'),
    }),
    retryDelaysMs,
  })
  let lastId = 1_000
  const nextId = () => String(++lastId)
  /** Fields that replace those of a subscription in every answer. */
  const overrides = new Map<string, object>()
  const answerOf = (subscription: FakeSubscription) => {
    const answer = lemonsqueezySubscription(subscription, server.url)
    return { ...answer, attributes: { ...answer.attributes, ...overrides.get(subscription.id) } }
  }
  const resourceOf = (type: string, subscription: FakeSubscription, invoice: FakeInvoice | undefined) => {
    if (type.startsWith('order_')) return { type: 'orders', id: nextId(), attributes: { store_id: 55 } }
    return invoice && type.startsWith('subscription_payment_')
      ? lemonsqueezyInvoice(subscription, invoice, server.url)
      : answerOf(subscription)
  }
  const life = createFakeSubscriptions({
    clock,
    newId: (kind) => (kind === 'checkout' ? randomUUID() : nextId()),
    onChange: (change, subscription, invoice) => {
      for (const type of events[change]) {
        const meta = { test_mode: !isLive, event_name: type, custom_data: subscription.checkout.metadata }
        const body = JSON.stringify({ meta, data: resourceOf(type, subscription, invoice) })
        sender.queue({ id: randomUUID(), type, body })
      }
    },
  })
  const customers = new Map<string, string>()

  function createCheckout({ body }: FakeRequest): FakeAnswer {
    const { attributes, relationships } = JSON.parse(body).data
    const price = prices.find(({ ref }) => ref === relationships?.variant?.data?.id)
    if (!price || relationships.store?.data?.id !== storeId) return error(422, 'Unprocessable Entity')
    const { email, custom } = attributes.checkout_data
    const customerId = customers.get(email) ?? nextId()
    customers.set(email, customerId)
    const checkout = life.openCheckout({
      price,
      email,
      customerId,
      externalId: undefined,
      metadata: custom ?? {},
      successUrl: attributes.product_options.redirect_url,
      cancelUrl: undefined,
      expiresAt: attributes.expires_at ? Date.parse(attributes.expires_at) : Number.POSITIVE_INFINITY,
    })
    const answer = lemonsqueezyCheckout(checkout, server.url)
    return data({ ...answer, attributes: { ...answer.attributes, test_mode: !isLive } }, 201)
  }

  const withSubscription =
    (act: (subscription: FakeSubscription, request: FakeRequest) => FakeAnswer | undefined) =>
    (request: FakeRequest): FakeAnswer => {
      const subscription = life.subscriptions.get(request.params[0] ?? '')
      if (!subscription) return error(404, 'Not Found')
      return act(subscription, request) ?? data(answerOf(subscription))
    }
  const update = withSubscription((subscription, { body }) => {
    const { cancelled } = JSON.parse(body).data.attributes
    if (subscription.status === 'ended') return error(422, 'Unprocessable Entity')
    if (cancelled && !subscription.willEnd) life.cancel(subscription)
    if (cancelled === false && subscription.willEnd) life.resume(subscription)
    return undefined
  })
  const cancel = withSubscription((subscription) => {
    if (subscription.status === 'ended') return error(422, 'Unprocessable Entity')
    if (!subscription.willEnd) life.cancel(subscription)
    return undefined
  })

  const invoices = () =>
    [...life.subscriptions.values()].flatMap((subscription) =>
      subscription.invoices.map((invoice) => lemonsqueezyInvoice(subscription, invoice, server.url)),
    )
  const listInvoices = ({ query }: FakeRequest) => {
    const wanted = query.get('filter[subscription_id]')
    const all = invoices().filter(
      ({ attributes }) => wanted === null || String(attributes.subscription_id) === wanted,
    )
    return data(all.slice(0, Number(query.get('page[size]') ?? 10)))
  }

  const route = (method: string, path: RegExp, answer: FakeRoute['answer']): FakeRoute => ({
    method,
    path,
    answer,
  })
  const routes = [
    route('GET', /\/v1\/users\/me/, () =>
      json(200, {
        meta: { test_mode: !isLive },
        data: { type: 'users', id: '1', attributes: { name: 'Owner' } },
      }),
    ),
    route('GET', /\/v1\/stores\/([^/]+)/, ({ params: [id] }) =>
      id === storeId
        ? data({ type: 'stores', id, attributes: { name: 'Envhold Test' } })
        : error(404, 'Not Found'),
    ),
    route('POST', /\/v1\/checkouts/, createCheckout),
    route(
      'GET',
      /\/v1\/subscriptions\/([^/]+)/,
      withSubscription(() => undefined),
    ),
    route('PATCH', /\/v1\/subscriptions\/([^/]+)/, update),
    route('DELETE', /\/v1\/subscriptions\/([^/]+)/, cancel),
    route('GET', /\/v1\/subscription-invoices/, listInvoices),
    route('GET', /\/v1\/subscription-invoices\/([^/]+)/, ({ params: [id] }) => {
      const invoice = invoices().find((one) => one.id === id)
      return invoice ? data(invoice) : error(404, 'Not Found')
    }),
    ...checkoutPage(life),
    ...portalPage(life),
  ]
  const server = await startFakeServer({
    routes,
    port,
    reject: ({ headers }) => {
      if (headers.authorization !== `Bearer ${apiKey}`) return error(401, 'Unauthorized')
      return headers.accept === mediaType ? undefined : error(406, 'Not Acceptable')
    },
    notFound: () => error(404, 'Not Found'),
  })
  const { renew, failRenewal, recover, refund, endPeriod } = life
  return {
    server,
    clock,
    webhooks: sender,
    overrides,
    prices,
    settings: { apiKey, webhookSecret, storeId, testMode: true, baseUrl: server.url },
    subscriptionIds: () => [...life.subscriptions.keys()],
    ...{ renew, failRenewal, recover, refund, endPeriod },
  }
}
