// A local server that behaves like polar, with its state in memory and a clock that tests move.

import { randomUUID } from 'node:crypto'
import { createFakeClock } from './fake-clock.ts'
import { checkoutPage, portalPage } from './fake-life-pages.ts'
import { polarCheckout, polarOrder, polarRefund, polarSubscription } from './fake-polar-answers.ts'
import { type FakeAnswer, type FakeRequest, type FakeRoute, startFakeServer } from './fake-server.ts'
import {
  createFakeSubscriptions,
  type FakeChange,
  type FakeInvoice,
  type FakePrice,
  type FakeSubscription,
} from './fake-subscriptions.ts'
import { createWebhookSender, signStandardWebhook } from './webhook-sender.ts'

const apiKey = 'polar_oat_fake_J1n8tq'
/** polar's original scheme: the text of the secret is the key. */
const webhookSecret = 'polar_whs_fake_9d81hWq'
const organizationId = 'c6b3c6a7-5d0e-4b7e-9f43-2b8f2f1f5a10'
const prices: readonly FakePrice[] = [
  { ref: '0e0b9a3c-5f5b-4c39-b9a8-0d6f3f2b7c01', interval: 'month', amount: 900 },
  { ref: '0e0b9a3c-5f5b-4c39-b9a8-0d6f3f2b7c02', interval: 'year', amount: 9_000 },
]
const hour = 3_600_000
/** polar tries ten times, later and later, and switches the endpoint off after ten failures in a row. */
const retryDelaysMs = [1, 2, 4, 8, 16, 32, 64, 128, 256].map((minutes) => minutes * 60_000)

const events: Readonly<Record<FakeChange, readonly string[]>> = {
  started: ['subscription.created', 'subscription.active', 'order.created', 'order.paid'],
  renewed: ['order.created', 'subscription.cycled', 'subscription.updated', 'order.paid'],
  payment_failed: ['order.created', 'subscription.past_due', 'subscription.updated'],
  recovered: ['order.paid', 'order.updated', 'subscription.active', 'subscription.updated'],
  canceled: ['subscription.canceled', 'subscription.updated'],
  resumed: ['subscription.uncanceled', 'subscription.updated'],
  ended: ['subscription.revoked', 'subscription.updated'],
  refunded: ['refund.created', 'order.refunded'],
}

const ok = (body: unknown, status = 200): FakeAnswer => ({ status, body })
const error = (status: number, name: string, detail: string): FakeAnswer => ({
  status,
  body: { error: name, detail },
})
const missing = () => error(404, 'ResourceNotFound', 'Not found')
const alreadyCanceled = () =>
  error(403, 'AlreadyCanceledSubscription', 'This subscription is already canceled.')
const invalid = (field: string): FakeAnswer => ({
  status: 422,
  body: {
    error: 'RequestValidationError',
    detail: [{ type: 'value_error', loc: ['body', field], msg: 'Invalid', input: 'someone@example.com' }],
  },
})

export type FakePolar = Awaited<ReturnType<typeof startFakePolar>>

export async function startFakePolar({ clock = createFakeClock(), port = 0 } = {}) {
  const sender = createWebhookSender({
    clock,
    secret: webhookSecret,
    sign: (message, secret, seconds) => signStandardWebhook(message, Buffer.from(secret), seconds),
    retryDelaysMs,
    switchOffAfter: 10,
  })
  const emit = (type: string, data: object) => {
    const body = JSON.stringify({ type, timestamp: new Date(clock.now()).toISOString(), data })
    sender.queue({ id: `msg_${randomUUID()}`, type, body })
  }
  const dataOf = (type: string, subscription: FakeSubscription, invoice: FakeInvoice | undefined) => {
    if (!invoice || type.startsWith('subscription.')) return answerOf(subscription)
    return (type.startsWith('refund.') ? polarRefund : polarOrder)(subscription, invoice)
  }
  const life = createFakeSubscriptions({
    clock,
    newId: () => randomUUID(),
    onChange: (change, subscription, invoice) => {
      if (change === 'started') emit('checkout.updated', polarCheckout(subscription.checkout, server.url))
      for (const type of events[change]) emit(type, dataOf(type, subscription, invoice))
    },
  })
  const customers = new Map<string, string>()
  /** Fields that replace those of a subscription in every answer. */
  const overrides = new Map<string, object>()
  const locks = new Map<string, number>()
  const answerOf = (subscription: FakeSubscription) => ({
    ...polarSubscription(subscription),
    ...overrides.get(subscription.id),
  })

  function createCheckout({ body }: FakeRequest): FakeAnswer {
    const fields = JSON.parse(body)
    const price = prices.find(({ ref }) => ref === fields.products?.[0])
    if (!price) return invalid('products')
    const externalId: string | undefined = fields.external_customer_id
    const customerId = (externalId && customers.get(externalId)) || randomUUID()
    if (externalId) customers.set(externalId, customerId)
    const checkout = life.openCheckout({
      price,
      email: fields.customer_email,
      customerId,
      externalId,
      metadata: fields.metadata ?? {},
      successUrl: fields.success_url,
      cancelUrl: fields.return_url ?? undefined,
      expiresAt: clock.now() + hour,
    })
    emit('checkout.created', polarCheckout(checkout, server.url))
    return ok(polarCheckout(checkout, server.url), 201)
  }

  function change(id: string, act: (subscription: FakeSubscription) => FakeAnswer | undefined): FakeAnswer {
    const subscription = life.subscriptions.get(id)
    if (!subscription) return missing()
    const locked = locks.get(id) ?? 0
    if (locked > 0) {
      locks.set(id, locked - 1)
      return error(409, 'SubscriptionLocked', 'Subscription is pending an update.')
    }
    return act(subscription) ?? ok(answerOf(subscription))
  }

  const update = ({ params: [id = ''], body }: FakeRequest) =>
    change(id, (subscription) => {
      const { cancel_at_period_end: willEnd } = JSON.parse(body)
      if (subscription.status === 'ended' || (willEnd && subscription.willEnd)) return alreadyCanceled()
      if (willEnd) life.cancel(subscription)
      else if (willEnd === false && subscription.willEnd) life.resume(subscription)
      return undefined
    })
  const revoke = ({ params: [id = ''] }: FakeRequest) =>
    change(id, (subscription) => {
      if (subscription.status === 'ended') return alreadyCanceled()
      life.end(subscription)
      return undefined
    })

  const orders = () =>
    [...life.subscriptions.values()].flatMap((subscription) =>
      subscription.invoices.map((invoice) => ({ subscription, invoice })),
    )
  const withOrder = (
    id: string,
    act: (order: ReturnType<typeof orders>[number]) => FakeAnswer,
  ): FakeAnswer => {
    const order = orders().find(({ invoice }) => invoice.id === id)
    return order ? act(order) : missing()
  }
  const listOrders = ({ query }: FakeRequest) => {
    const wanted = query.getAll('subscription_id')
    const items = orders()
      .filter(({ subscription }) => wanted.length === 0 || wanted.includes(subscription.id))
      .slice(0, Number(query.get('limit') ?? 10))
      .map(({ subscription, invoice }) => polarOrder(subscription, invoice))
    return ok({ items, pagination: { total_count: items.length, max_page: 1 } })
  }

  function openPortal({ body }: FakeRequest): FakeAnswer {
    const { customer_id, external_customer_id, return_url } = JSON.parse(body)
    const id = customer_id ?? customers.get(external_customer_id)
    if (![...customers.values()].includes(id)) return invalid('customer_id')
    const portal = `${server.url}/__portal/${id}?return_url=${encodeURIComponent(return_url ?? '')}`
    return ok(
      { id: randomUUID(), customer_portal_url: portal, expires_at: new Date(clock.now() + hour) },
      201,
    )
  }

  const route = (method: string, path: RegExp, answer: FakeRoute['answer']): FakeRoute => ({
    method,
    path,
    answer,
  })
  const routes = [
    route('GET', /\/v1\/organizations\//, () =>
      ok({
        items: [{ id: organizationId, name: 'Envhold Test' }],
        pagination: { total_count: 1, max_page: 1 },
      }),
    ),
    route('POST', /\/v1\/checkouts\//, createCheckout),
    route('GET', /\/v1\/checkouts\/([^/]+)/, ({ params: [id = ''] }) => {
      const checkout = life.checkouts.get(id)
      return checkout ? ok(polarCheckout(checkout, server.url)) : missing()
    }),
    route('GET', /\/v1\/subscriptions\/([^/]+)/, ({ params: [id = ''] }) => {
      const subscription = life.subscriptions.get(id)
      return subscription ? ok(answerOf(subscription)) : missing()
    }),
    route('PATCH', /\/v1\/subscriptions\/([^/]+)/, update),
    route('DELETE', /\/v1\/subscriptions\/([^/]+)/, revoke),
    route('POST', /\/v1\/customer-sessions\//, openPortal),
    route('GET', /\/v1\/customers\/external\/([^/]+)\/state/, ({ params: [id = ''] }) => {
      const own = [...life.subscriptions.values()].filter(({ checkout }) => checkout.externalId === id)
      const active = own.filter(({ status }) => status !== 'ended').map(answerOf)
      return customers.has(id) ? ok({ id: customers.get(id), active_subscriptions: active }) : missing()
    }),
    route('GET', /\/v1\/orders\//, listOrders),
    route('GET', /\/v1\/orders\/([^/]+)/, ({ params: [id = ''] }) =>
      withOrder(id, ({ subscription, invoice }) => ok(polarOrder(subscription, invoice))),
    ),
    route('POST', /\/v1\/orders\/([^/]+)\/invoice/, ({ params: [id = ''] }) =>
      withOrder(id, ({ invoice }) => {
        if (invoice.status === 'open') return error(409, 'OrderNotEligibleForInvoice', 'Not paid')
        invoice.hasDocument = true
        return ok({}, 202)
      }),
    ),
    route('GET', /\/v1\/orders\/([^/]+)\/invoice/, ({ params: [id = ''] }) =>
      withOrder(id, ({ invoice }) =>
        invoice.hasDocument ? ok({ url: `${server.url}/__invoice/${id}.pdf` }) : missing(),
      ),
    ),
    ...checkoutPage(life),
    ...portalPage(life),
  ]
  const withoutSlash = /^\/v1\/(checkouts|customer-sessions|organizations|orders)$/
  const server = await startFakeServer({
    routes,
    port,
    reject: ({ headers, path }) => {
      if (withoutSlash.test(path)) return { status: 307, headers: { location: `${path}/` } }
      if (headers.authorization !== `Bearer ${apiKey}`)
        return { status: 401, body: { error: 'invalid_token', error_description: 'The token is not valid.' } }
      return headers['polar-version'] === '2026-10' ? undefined : error(400, 'BadRequest', 'Unknown version')
    },
    notFound: () => ({ status: 404, body: { detail: 'Not Found' } }),
  })
  const { renew, failRenewal, recover, refund, endPeriod } = life
  return {
    server,
    clock,
    webhooks: sender,
    overrides,
    prices,
    settings: { apiKey, webhookSecret, organizationId, testMode: true, baseUrl: server.url },
    /** The next `times` changes of a subscription are rejected as locked. */
    lock: (id: string, times: number) => void locks.set(id, times),
    subscriptionIds: () => [...life.subscriptions.keys()],
    ...{ renew, failRenewal, recover, refund, endPeriod },
  }
}
