// A local server that behaves like polar, with its state in memory and a clock that tests move.

import { randomUUID } from 'node:crypto'
import { createFakeClock } from './fake-clock.ts'
import { polarCheckout, polarOrder, polarRefund, polarSubscription } from './fake-polar-answers.ts'
import { createFakeProvider, startFakeProvider } from './fake-provider.ts'
import { type FakeAnswer, type FakeRequest, route } from './fake-server.ts'
import type { FakeBill, FakeChange, FakeInvoice, FakeSubscription } from './fake-subscription.ts'
import { type SignWebhook, signStandardWebhook, type WebhookMessage } from './webhook-sender.ts'

const apiKey = 'polar_oat_fake_J1n8tq'
/** polar's original scheme: the text of the secret is the key. */
const webhookSecret = 'polar_whs_fake_9d81hWq'
const organizationId = 'c6b3c6a7-5d0e-4b7e-9f43-2b8f2f1f5a10'
const account = { apiKey, webhookSecret, organizationId }
const hour = 3_600_000
/** polar tries ten times, later and later, and switches the endpoint off after ten failures in a row. */
const retryDelaysMs = [1, 2, 4, 8, 16, 32, 64, 128, 256].map((minutes) => minutes * 60_000)

const events: Readonly<Record<FakeChange, readonly string[]>> = {
  started: [
    ...['checkout.updated', 'subscription.created', 'subscription.active'],
    ...['order.created', 'order.paid'],
  ],
  renewed: ['order.created', 'subscription.cycled', 'subscription.updated', 'order.paid'],
  payment_failed: ['order.created', 'subscription.past_due', 'subscription.updated'],
  recovered: ['order.paid', 'order.updated', 'subscription.active', 'subscription.updated'],
  canceled: ['subscription.canceled', 'subscription.updated'],
  resumed: ['subscription.uncanceled', 'subscription.updated'],
  changed: ['order.created', 'order.paid', 'subscription.updated'],
  ended: ['subscription.revoked', 'subscription.updated'],
  refunded: ['refund.created', 'order.refunded'],
  // Only the refund after a dispute is an event.
  disputed: [],
  dispute_won: [],
  dispute_lost: ['refund.created', 'refund.updated'],
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

const signPolarWebhook: SignWebhook = (message, secret, seconds) =>
  signStandardWebhook(message, Buffer.from(secret), seconds)

export type FakePolar = Awaited<ReturnType<typeof startFakePolar>>

export function startFakePolar({ clock = createFakeClock(), port = 0 } = {}) {
  const messageOf = (type: string, data: object): WebhookMessage => {
    const body = JSON.stringify({ type, timestamp: new Date(clock.now()).toISOString(), data })
    return { id: `msg_${randomUUID()}`, type, body }
  }
  const fake = createFakeProvider<typeof account>({
    clock,
    settings: account,
    refs: [
      '0e0b9a3c-5f5b-4c39-b9a8-0d6f3f2b7c01',
      '0e0b9a3c-5f5b-4c39-b9a8-0d6f3f2b7c02',
      '0e0b9a3c-5f5b-4c39-b9a8-0d6f3f2b7c03',
    ],
    newId: () => randomUUID(),
    events,
    message: (type, subscription, invoice): WebhookMessage =>
      messageOf(type, dataOf(type, subscription, invoice)),
    sign: signPolarWebhook,
    retryDelaysMs,
    switchOffAfter: 10,
    missing,
  })
  const { life, prices, settings, overrides, webhooks, withCheckout, withSubscription, withBill } = fake
  const customers = new Map<string, string>()
  const locks = new Map<string, number>()

  const answerOf = (subscription: FakeSubscription) => ({
    ...polarSubscription(subscription),
    ...overrides.get(subscription.id),
  })
  const orderOf = ({ subscription, invoice }: FakeBill) => polarOrder(subscription, invoice)
  const dataOf = (type: string, subscription: FakeSubscription, invoice: FakeInvoice | undefined) => {
    if (type.startsWith('checkout.')) return polarCheckout(subscription.checkout, settings.baseUrl)
    if (!invoice || type.startsWith('subscription.')) return answerOf(subscription)
    return (type.startsWith('refund.') ? polarRefund : polarOrder)(subscription, invoice)
  }

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
    webhooks.queue(messageOf('checkout.created', polarCheckout(checkout, settings.baseUrl)))
    return ok(polarCheckout(checkout, settings.baseUrl), 201)
  }

  /** Rejected while the subscription is locked. */
  const change = (id: string | undefined, act: (subscription: FakeSubscription) => FakeAnswer | undefined) =>
    withSubscription(id, (subscription) => {
      const locked = locks.get(subscription.id) ?? 0
      locks.set(subscription.id, locked - 1)
      if (locked > 0) return error(409, 'SubscriptionLocked', 'Subscription is pending an update.')
      return act(subscription) ?? ok(answerOf(subscription))
    })
  const update = ({ params: [id], body }: FakeRequest) =>
    change(id, (subscription) => {
      const fields = JSON.parse(body)
      const { cancel_at_period_end: willEnd, product_id, proration_behavior } = fields
      if (subscription.status === 'ended' || (willEnd && subscription.cancel_at !== null))
        return alreadyCanceled()
      if (fields.pending_update === null) life.schedule(subscription, undefined)
      if (product_id !== undefined) {
        const price = fake.priceOf(product_id)
        if (!price) return invalid('product_id')
        if (proration_behavior === 'next_period') life.schedule(subscription, price)
        else if (fake.isCardDeclined && life.dueFor(subscription, price) > 0)
          return error(402, 'PaymentFailed', 'The payment failed.')
        else life.changePrice(subscription, price)
      }
      if (typeof willEnd === 'boolean') life.setEnding(subscription, willEnd)
      return undefined
    })
  const revoke = ({ params: [id] }: FakeRequest) =>
    change(id, (subscription) => {
      if (subscription.status === 'ended') return alreadyCanceled()
      life.end(subscription)
      return undefined
    })

  const listOrders = ({ query }: FakeRequest) => {
    const of = query.getAll('subscription_id')
    const own = life.bills().filter(({ subscription: { id } }) => of.length === 0 || of.includes(id))
    const items = own.slice(0, Number(query.get('limit') ?? 10)).map(orderOf)
    return ok({ items, pagination: { total_count: items.length, max_page: 1 } })
  }
  function makeDocument({ invoice }: FakeBill): FakeAnswer {
    if (invoice.status === 'open') return error(409, 'OrderNotEligibleForInvoice', 'Not paid')
    invoice.hasDocument = true
    return ok({}, 202)
  }
  function openPortal({ body }: FakeRequest): FakeAnswer {
    const { customer_id, external_customer_id, return_url } = JSON.parse(body)
    const id = customer_id ?? customers.get(external_customer_id)
    if (!life.hasCustomer(id)) return invalid('customer_id')
    const portal = `${settings.baseUrl}/__portal/${id}?return_url=${encodeURIComponent(return_url ?? '')}`
    return ok(
      { id: randomUUID(), customer_portal_url: portal, expires_at: new Date(clock.now() + hour) },
      201,
    )
  }
  function readCustomer({ params: [id = ''] }: FakeRequest): FakeAnswer {
    const own = [...life.subscriptions.values()].filter(({ checkout }) => checkout.externalId === id)
    const active = own.filter(({ status }) => status !== 'ended').map(answerOf)
    return customers.has(id) ? ok({ id: customers.get(id), active_subscriptions: active }) : missing()
  }
  const readOrganizations = () =>
    ok({
      items: [{ id: organizationId, name: 'Envhold Test' }],
      pagination: { total_count: 1, max_page: 1 },
    })

  const subscriptionPath = /\/v1\/subscriptions\/([^/]+)/
  const documentPath = /\/v1\/orders\/([^/]+)\/invoice/
  const routes = [
    route('GET', /\/v1\/organizations\//, readOrganizations),
    route('POST', /\/v1\/checkouts\//, createCheckout),
    route('GET', /\/v1\/checkouts\/([^/]+)/, ({ params: [id] }) =>
      withCheckout(id, (checkout) => ok(polarCheckout(checkout, settings.baseUrl))),
    ),
    route('GET', subscriptionPath, ({ params: [id] }) =>
      withSubscription(id, (subscription) => ok(answerOf(subscription))),
    ),
    route('PATCH', subscriptionPath, update),
    route('DELETE', subscriptionPath, revoke),
    route('POST', /\/v1\/customer-sessions\//, openPortal),
    route('GET', /\/v1\/customers\/external\/([^/]+)\/state/, readCustomer),
    route('GET', /\/v1\/orders\//, listOrders),
    route('GET', /\/v1\/orders\/([^/]+)/, ({ params: [id] }) => withBill(id, (bill) => ok(orderOf(bill)))),
    route('POST', documentPath, ({ params: [id] }) => withBill(id, makeDocument)),
    route('GET', documentPath, ({ params: [id] }) =>
      withBill(id, ({ invoice }) =>
        invoice.hasDocument ? ok({ url: `${settings.baseUrl}/__invoice/${id}.pdf` }) : missing(),
      ),
    ),
  ]
  const withoutSlash = /^\/v1\/(checkouts|customer-sessions|organizations|orders)$/
  const withLocks = Object.assign(fake, {
    /** The next `times` changes of a subscription are rejected as locked. */
    lock: (id: string, times: number) => void locks.set(id, times),
  })
  return startFakeProvider(withLocks, {
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
}
