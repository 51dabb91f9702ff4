// A local server that behaves like lemonsqueezy, with its state in memory and a clock that tests move.

import { createHmac, randomUUID } from 'node:crypto'
import { createFakeClock } from './fake-clock.ts'
import {
  lemonsqueezyCheckout,
  lemonsqueezyInvoice,
  lemonsqueezySubscription,
} from './fake-lemonsqueezy-answers.ts'
import { createFakeProvider, startFakeProvider } from './fake-provider.ts'
import { type FakeAnswer, type FakeRequest, route } from './fake-server.ts'
import type { FakeBill, FakeChange, FakeInvoice, FakeSubscription } from './fake-subscription.ts'
import type { SignWebhook, WebhookMessage } from './webhook-sender.ts'

const apiKey = 'eyJ0eXAiOiJKV1QiLCJhbGciOiJSUzI1NiJ9.fake'
const webhookSecret = 'lemon-fake-secret-1'
const storeId = '55'
const account = { apiKey, webhookSecret, storeId }
/** lemonsqueezy tries four times in all. */
const retryDelaysMs = [5_000, 25_000, 125_000]

const events: Readonly<Record<FakeChange, readonly string[]>> = {
  started: ['order_created', 'subscription_created', 'subscription_payment_success'],
  renewed: ['subscription_payment_success', 'subscription_updated'],
  payment_failed: ['subscription_payment_failed', 'subscription_updated'],
  recovered: ['subscription_payment_recovered', 'subscription_payment_success', 'subscription_updated'],
  canceled: ['subscription_cancelled', 'subscription_updated'],
  resumed: ['subscription_resumed', 'subscription_updated'],
  changed: ['subscription_updated', 'subscription_payment_success'],
  ended: ['subscription_expired', 'subscription_updated'],
  refunded: ['subscription_payment_refunded'],
  disputed: [],
  dispute_won: [],
  dispute_lost: [],
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
const missing = () => error(404, 'Not Found')
const unprocessable = () => error(422, 'Unprocessable Entity')

const signLemonsqueezyWebhook: SignWebhook = ({ type, body }, secret) => ({
  'x-event-name': type,
  'x-signature': createHmac('sha256', secret).update(body).digest('hex'),
})

export type FakeLemonsqueezy = Awaited<ReturnType<typeof startFakeLemonsqueezy>>

export function startFakeLemonsqueezy({ clock = createFakeClock(), port = 0, isLive = false } = {}) {
  let lastId = 1_000
  const nextId = () => String(++lastId)
  const customers = new Map<string, string>()
  const fake = createFakeProvider<typeof account>({
    clock,
    settings: account,
    refs: ['101', '102', '103'],
    newId: (kind) => (kind === 'checkout' ? randomUUID() : nextId()),
    events,
    message: (type, subscription, invoice): WebhookMessage => {
      const meta = { test_mode: !isLive, event_name: type, custom_data: subscription.checkout.metadata }
      const body = JSON.stringify({ meta, data: resourceOf(type, subscription, invoice) })
      return { id: randomUUID(), type, body }
    },
    sign: signLemonsqueezyWebhook,
    retryDelaysMs,
    missing,
  })
  const { life, prices, settings, overrides, withSubscription, withBill } = fake

  const answerOf = (subscription: FakeSubscription) => {
    const answer = lemonsqueezySubscription(subscription, settings.baseUrl)
    return { ...answer, attributes: { ...answer.attributes, ...overrides.get(subscription.id) } }
  }
  const invoiceOf = ({ subscription, invoice }: FakeBill) =>
    lemonsqueezyInvoice(subscription, invoice, settings.baseUrl)
  const resourceOf = (type: string, subscription: FakeSubscription, invoice: FakeInvoice | undefined) => {
    if (type.startsWith('order_')) return { type: 'orders', id: nextId(), attributes: { store_id: 55 } }
    return invoice && type.startsWith('subscription_payment_')
      ? invoiceOf({ subscription, invoice })
      : answerOf(subscription)
  }

  function createCheckout({ body }: FakeRequest): FakeAnswer {
    const { attributes, relationships } = JSON.parse(body).data
    const price = prices.find(({ ref }) => ref === relationships?.variant?.data?.id)
    if (!price || relationships.store?.data?.id !== storeId) return unprocessable()
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
    const answer = lemonsqueezyCheckout(checkout, settings.baseUrl)
    return data({ ...answer, attributes: { ...answer.attributes, test_mode: !isLive } }, 201)
  }
  const update = ({ params: [id], body }: FakeRequest): FakeAnswer => {
    const { cancelled, variant_id, disable_prorations } = JSON.parse(body).data.attributes
    if (variant_id === undefined) return setEnding(id, cancelled)
    return withSubscription(id, (subscription) => {
      const price = fake.priceOf(String(variant_id))
      if (!price || subscription.status === 'ended') return unprocessable()
      if (fake.isCardDeclined && life.dueFor(subscription, price) > 0) return unprocessable()
      if (disable_prorations) life.reprice(subscription, price)
      else life.changePrice(subscription, price)
      return data(answerOf(subscription))
    })
  }
  const setEnding = (id: string | undefined, willEnd: boolean | undefined): FakeAnswer =>
    withSubscription(id, (subscription) => {
      if (subscription.status === 'ended') return unprocessable()
      if (willEnd !== undefined) life.setEnding(subscription, willEnd)
      return data(answerOf(subscription))
    })
  const listInvoices = ({ query }: FakeRequest) => {
    const of = query.get('filter[subscription_id]')
    const own = life.bills().filter(({ subscription: { id } }) => of === null || id === of)
    return data(own.slice(0, Number(query.get('page[size]') ?? 10)).map(invoiceOf))
  }

  const subscriptionPath = /\/v1\/subscriptions\/([^/]+)/
  const routes = [
    route('GET', /\/v1\/users\/me/, () =>
      json(200, {
        meta: { test_mode: !isLive },
        data: { type: 'users', id: '1', attributes: { name: 'Owner' } },
      }),
    ),
    route('GET', /\/v1\/stores\/([^/]+)/, ({ params: [id] }) =>
      id === storeId ? data({ type: 'stores', id, attributes: { name: 'Envhold Test' } }) : missing(),
    ),
    route('POST', /\/v1\/checkouts/, createCheckout),
    route('GET', subscriptionPath, ({ params: [id] }) =>
      withSubscription(id, (subscription) => data(answerOf(subscription))),
    ),
    route('PATCH', subscriptionPath, update),
    route('DELETE', subscriptionPath, ({ params: [id] }) => setEnding(id, true)),
    route('GET', /\/v1\/subscription-invoices/, listInvoices),
    route('GET', /\/v1\/subscription-invoices\/([^/]+)/, ({ params: [id] }) =>
      withBill(id, (bill) => data(invoiceOf(bill))),
    ),
  ]
  return startFakeProvider(fake, {
    routes,
    port,
    reject: ({ headers }) => {
      if (headers.authorization !== `Bearer ${apiKey}`) return error(401, 'Unauthorized')
      return headers.accept === mediaType ? undefined : error(406, 'Not Acceptable')
    },
    notFound: missing,
  })
}
