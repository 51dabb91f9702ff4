// A local server that behaves like dodo payments, with its state in memory and a clock that tests move.

import { randomBytes } from 'node:crypto'
import { createFakeClock } from './fake-clock.ts'
import { dodoListedPayment, dodoPayment, dodoRefund, dodoSubscription } from './fake-dodo-answers.ts'
import { checkoutPage, portalPage } from './fake-life-pages.ts'
import { type FakeAnswer, type FakeRequest, type FakeRoute, startFakeServer } from './fake-server.ts'
import {
  createFakeSubscriptions,
  type FakeChange,
  type FakeInvoice,
  type FakePrice,
  type FakeSubscription,
} from './fake-subscriptions.ts'
import { createWebhookSender, signStandardWebhook } from './webhook-sender.ts'

const apiKey = 'fake_dodo_key_8Hq2vN'
const webhookSecret = `whsec_${Buffer.from('fake dodo webhook secret').toString('base64')}`
const prices: readonly FakePrice[] = [
  { ref: 'pdt_monthly', interval: 'month', amount: 900 },
  { ref: 'pdt_yearly', interval: 'year', amount: 9_000 },
]
const minute = 60_000
const retryDelaysMs = [5_000, 5 * minute, 30 * minute, 120 * minute, 300 * minute, 600 * minute, 600 * minute]

const events: Readonly<Record<FakeChange, readonly string[]>> = {
  started: ['payment.succeeded', 'subscription.active'],
  renewed: ['payment.succeeded', 'subscription.renewed'],
  payment_failed: ['payment.failed', 'subscription.on_hold', 'dunning.started'],
  recovered: ['payment.succeeded', 'subscription.active', 'dunning.recovered'],
  canceled: ['subscription.updated'],
  resumed: ['subscription.updated'],
  ended: ['subscription.cancelled'],
  refunded: ['refund.succeeded'],
}

const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`
const ok = (body: unknown): FakeAnswer => ({ status: 200, body })
const error = (status: number, code: string): FakeAnswer => ({
  status,
  body: { code, message: `Error: ${code}` },
})
const missing = error(404, 'NOT_FOUND')

export type FakeDodo = Awaited<ReturnType<typeof startFakeDodo>>

export async function startFakeDodo({ clock = createFakeClock(), port = 0 } = {}) {
  const webhooks = createWebhookSender({
    clock,
    secret: webhookSecret,
    sign: (message, secret, seconds) =>
      signStandardWebhook(message, Buffer.from(secret.replace('whsec_', ''), 'base64'), seconds),
    retryDelaysMs,
  })
  const refunds = new Map<string, number>()
  /** Fields that replace those of a subscription in every answer. */
  const overrides = new Map<string, object>()
  const refundedOf = ({ id }: FakeInvoice) => refunds.get(id) ?? 0
  const answerOf = (subscription: FakeSubscription) => ({
    ...dodoSubscription(subscription),
    ...overrides.get(subscription.id),
  })
  const dataOf = (type: string, subscription: FakeSubscription, invoice: FakeInvoice | undefined) => {
    if (type.startsWith('dunning.'))
      return { subscription_id: subscription.id, customer_id: subscription.checkout.customerId }
    if (!invoice || type.startsWith('subscription.')) return answerOf(subscription)
    return type.startsWith('refund.')
      ? dodoRefund(subscription, invoice, refundedOf(invoice))
      : dodoPayment(subscription, invoice, refundedOf(invoice), server.url)
  }
  const life = createFakeSubscriptions({
    clock,
    newId: (kind) => newId({ checkout: 'cks', subscription: 'sub', invoice: 'pay' }[kind]),
    onChange: (change, subscription, invoice) => {
      if (change === 'refunded' && invoice && !refunds.has(invoice.id)) refunds.set(invoice.id, invoice.total)
      for (const type of events[change]) {
        const timestamp = new Date(clock.now()).toISOString()
        const body = { business_id: 'bus_fake', type, timestamp, data: dataOf(type, subscription, invoice) }
        webhooks.queue({ id: newId('msg'), type, body: JSON.stringify(body) })
      }
    },
  })
  const payments = () =>
    [...life.subscriptions.values()].flatMap((subscription) =>
      subscription.invoices.map((invoice) => ({ subscription, invoice })),
    )

  function createSession({ body }: FakeRequest): FakeAnswer {
    const fields = JSON.parse(body)
    const price = prices.find(({ ref }) => ref === fields.product_cart?.[0]?.product_id)
    if (!price) return error(422, 'PRODUCT_NOT_FOUND')
    const checkout = life.openCheckout({
      price,
      email: fields.customer.email,
      customerId: newId('cus'),
      externalId: undefined,
      metadata: fields.metadata ?? {},
      successUrl: fields.return_url,
      cancelUrl: fields.cancel_url ?? undefined,
      expiresAt: Number.POSITIVE_INFINITY,
    })
    return ok({ session_id: checkout.id, checkout_url: `${server.url}/__checkout/${checkout.id}` })
  }
  function readSession({ params: [id = ''] }: FakeRequest): FakeAnswer {
    const checkout = life.checkouts.get(id)
    if (!checkout) return missing
    const paid = life.subscriptions.get(checkout.subscriptionId ?? '')?.invoices.at(-1)
    return ok({ id, created_at: new Date(clock.now()).toISOString(), payment_id: paid?.id ?? null })
  }
  const withSubscription = (id: string, act: (subscription: FakeSubscription) => FakeAnswer): FakeAnswer => {
    const subscription = life.subscriptions.get(id)
    return subscription ? act(subscription) : missing
  }
  function update(subscription: FakeSubscription, fields: Readonly<Record<string, unknown>>): FakeAnswer {
    const { status, cancel_at_next_billing_date: willEnd } = fields
    if ('pause' in fields || subscription.status === 'ended') return error(422, 'INVALID_REQUEST_BODY')
    if (status === 'active' && Object.keys(fields).length > 1) return error(422, 'INVALID_REQUEST_BODY')
    if (status === 'active') overrides.delete(subscription.id)
    else if (status === 'cancelled') life.end(subscription)
    else if (willEnd === true && !subscription.willEnd) life.cancel(subscription)
    else if (willEnd === false && subscription.willEnd) life.resume(subscription)
    return ok(answerOf(subscription))
  }
  const withPayment = (
    id: string,
    act: (found: ReturnType<typeof payments>[number]) => FakeAnswer,
  ): FakeAnswer => {
    const found = payments().find(({ invoice }) => invoice.id === id)
    return found ? act(found) : missing
  }
  function retry({ subscription, invoice }: ReturnType<typeof payments>[number]): FakeAnswer {
    if (invoice.status !== 'open') return error(409, 'PAYMENT_NOT_RETRYABLE')
    if (!fake.isCardDeclined) life.recover(subscription.id)
    return ok({
      payment_id: invoice.id,
      invoice_id: invoice.id,
      status: fake.isCardDeclined ? 'failed' : 'succeeded',
      retry_available_at: null,
    })
  }
  function openPortal({ params: [customer = ''], query }: FakeRequest): FakeAnswer {
    if (![...life.checkouts.values()].some(({ customerId }) => customerId === customer)) return missing
    return ok({
      link: `${server.url}/__portal/${customer}?return_url=${encodeURIComponent(query.get('return_url') ?? '')}`,
    })
  }

  const route = (method: string, path: RegExp, answer: FakeRoute['answer']): FakeRoute => ({
    method,
    path,
    answer,
  })
  const routes = [
    route('GET', /\/products/, () => ok({ items: [] })),
    route('POST', /\/checkouts/, createSession),
    route('GET', /\/checkouts\/([^/]+)/, readSession),
    route('GET', /\/subscriptions\/([^/]+)/, ({ params: [id = ''] }) =>
      withSubscription(id, (subscription) => ok(answerOf(subscription))),
    ),
    route('PATCH', /\/subscriptions\/([^/]+)/, ({ params: [id = ''], body }) =>
      withSubscription(id, (subscription) => update(subscription, JSON.parse(body))),
    ),
    route('POST', /\/customers\/([^/]+)\/customer-portal\/session/, openPortal),
    route('GET', /\/payments/, ({ query }) => {
      const own = payments().filter(({ subscription }) => subscription.id === query.get('subscription_id'))
      const items = own.slice(0, Number(query.get('page_size') ?? 10))
      return ok({
        items: items.map(({ subscription, invoice }) =>
          dodoListedPayment(subscription, invoice, refundedOf(invoice)),
        ),
      })
    }),
    route('GET', /\/payments\/([^/]+)/, ({ params: [id = ''] }) =>
      withPayment(id, ({ subscription, invoice }) =>
        ok(dodoPayment(subscription, invoice, refundedOf(invoice), server.url)),
      ),
    ),
    route('POST', /\/payments\/([^/]+)\/retry/, ({ params: [id = ''] }) => withPayment(id, retry)),
    ...checkoutPage(life),
    ...portalPage(life),
  ]
  const server = await startFakeServer({
    routes,
    port,
    reject: ({ headers }) =>
      headers.authorization === `Bearer ${apiKey}` ? undefined : error(401, 'UNAUTHORIZED'),
    notFound: () => missing,
  })
  const { renew, failRenewal, recover, refund, endPeriod } = life
  const fake = {
    server,
    clock,
    webhooks,
    overrides,
    prices,
    settings: { apiKey, webhookSecret, testMode: true, baseUrl: server.url },
    /** Whether paying a failed payment again fails. */
    isCardDeclined: false,
    subscriptionIds: () => [...life.subscriptions.keys()],
    ...{ renew, failRenewal, recover, refund, endPeriod },
    /** Refunds a part of the latest payment. */
    refundPart: (id: string, amount: number) => {
      const invoice = life.subscriptions.get(id)?.invoices[0]
      if (invoice) refunds.set(invoice.id, amount)
    },
  }
  return fake
}
