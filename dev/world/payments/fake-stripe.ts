// A local server that behaves like stripe, with its state in memory and a clock that tests move.

import { createHmac, randomBytes } from 'node:crypto'
import { createFakeClock } from './fake-clock.ts'
import { checkoutPage, portalPage } from './fake-life-pages.ts'
import { type FakeAnswer, type FakeRequest, type FakeRoute, startFakeServer } from './fake-server.ts'
import { stripeCharge, stripeInvoice, stripeSession, stripeSubscription } from './fake-stripe-answers.ts'
import {
  createFakeSubscriptions,
  type FakeChange,
  type FakeCheckout,
  type FakeInvoice,
  type FakePrice,
  type FakeSubscription,
} from './fake-subscriptions.ts'
import { createWebhookSender, type SignWebhook } from './webhook-sender.ts'

const apiKey = 'sk_test_fake_4eC39HqLyj'
const webhookSecret = 'whsec_fake_5WbX5kEWLlf'
const apiVersion = '2026-10-28.endive'
const prices: readonly FakePrice[] = [
  { ref: 'price_monthly', interval: 'month', amount: 900 },
  { ref: 'price_yearly', interval: 'year', amount: 9_000 },
]
const hour = 3_600_000
/** Stripe repeats a failed delivery for up to three days. */
const retryDelaysMs = [0.1, 0.5, 2, 5, 10, 12, 12, 12, 12].map((hours) => hours * hour)

const events: Readonly<Record<FakeChange, readonly string[]>> = {
  started: ['checkout.session.completed', 'customer.subscription.created', 'invoice.paid'],
  renewed: ['invoice.paid', 'customer.subscription.updated'],
  payment_failed: ['invoice.payment_failed', 'customer.subscription.updated'],
  recovered: ['invoice.paid', 'customer.subscription.updated'],
  canceled: ['customer.subscription.updated'],
  resumed: ['customer.subscription.updated'],
  ended: ['customer.subscription.deleted'],
  refunded: ['charge.refunded'],
}

const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`
const ok = (body: unknown): FakeAnswer => ({ status: 200, body })
const list = (data: readonly unknown[]): FakeAnswer => ok({ object: 'list', data, has_more: false })
const error = (status: number, message: string, code?: string): FakeAnswer => ({
  status,
  body: {
    error: { type: status === 402 ? 'card_error' : 'invalid_request_error', message, ...(code && { code }) },
  },
})
const missing = (id: string, status = 404) => error(status, `No such object: '${id}'`, 'resource_missing')
const closed: FakeAnswer = { status: 410, body: 'This checkout is closed.' }

/** `{timestamp}.{body}` under the whole text of the secret. */
export const signStripeWebhook: SignWebhook = ({ body }, secret, seconds) => ({
  'stripe-signature': `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`,
})

export type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>

export async function startFakeStripe({ clock = createFakeClock(), port = 0 } = {}) {
  const webhooks = createWebhookSender({
    clock,
    secret: webhookSecret,
    sign: signStripeWebhook,
    retryDelaysMs,
  })
  const expired = new Set<string>()
  const canceledByApi = new Set<string>()
  const refunds = new Map<string, number>()
  /** Fields that replace those of a subscription in every answer. */
  const overrides = new Map<string, object>()

  const emit = (type: string, object: object) => {
    const id = newId('evt')
    const created = Math.floor(clock.now() / 1000)
    const event = {
      id,
      object: 'event',
      api_version: apiVersion,
      created,
      livemode: false,
      type,
      data: { object },
    }
    webhooks.queue({ id, type, body: JSON.stringify(event) })
  }
  const statusOf = ({ id, status, expiresAt }: FakeCheckout) => {
    if (status === 'paid') return 'complete'
    return expired.has(id) || expiresAt <= clock.now() ? 'expired' : 'open'
  }
  const answers = {
    session: (checkout: FakeCheckout) => stripeSession(checkout, server.url, statusOf(checkout)),
    subscription: (found: FakeSubscription) => ({
      ...stripeSubscription(found, canceledByApi.has(found.id)),
      ...overrides.get(found.id),
    }),
    invoice: (found: FakeSubscription, invoice: FakeInvoice) => stripeInvoice(found, invoice, server.url),
    charge: (found: FakeSubscription, invoice: FakeInvoice) =>
      stripeCharge(found, invoice, refunds.get(invoice.id) ?? 0),
  }
  const objectOf = (type: string, subscription: FakeSubscription, invoice: FakeInvoice | undefined) => {
    if (type.startsWith('checkout.')) return answers.session(subscription.checkout)
    if (!invoice || type.startsWith('customer.')) return answers.subscription(subscription)
    return type.startsWith('charge.')
      ? answers.charge(subscription, invoice)
      : answers.invoice(subscription, invoice)
  }
  const life = createFakeSubscriptions({
    clock,
    newId: (kind) => newId({ checkout: 'cs_test', subscription: 'sub', invoice: 'in' }[kind]),
    onChange: (change, subscription, invoice) => {
      if (change === 'refunded' && invoice && !refunds.has(invoice.id)) refunds.set(invoice.id, invoice.total)
      for (const type of events[change]) emit(type, objectOf(type, subscription, invoice))
    },
  })
  const invoices = () =>
    [...life.subscriptions.values()].flatMap((subscription) =>
      subscription.invoices.map((invoice) => ({ subscription, invoice })),
    )

  function createSession({ body }: FakeRequest): FakeAnswer {
    const form = new URLSearchParams(body)
    const price = prices.find(({ ref }) => ref === form.get('line_items[0][price]'))
    if (!price) return missing(form.get('line_items[0][price]') ?? '', 400)
    const checkout = life.openCheckout({
      price,
      email: form.get('customer_email') ?? '',
      customerId: newId('cus'),
      externalId: form.get('client_reference_id') ?? undefined,
      metadata: { checkout_id: form.get('subscription_data[metadata][checkout_id]') ?? '' },
      successUrl: form.get('success_url') ?? '',
      cancelUrl: form.get('cancel_url') ?? undefined,
      expiresAt: clock.now() + 24 * hour,
    })
    return ok(answers.session(checkout))
  }
  const withSession = (id: string, act: (checkout: FakeCheckout) => FakeAnswer): FakeAnswer => {
    const checkout = life.checkouts.get(id)
    return checkout ? act(checkout) : missing(id)
  }
  const withSubscription = (id: string, act: (subscription: FakeSubscription) => FakeAnswer): FakeAnswer => {
    const subscription = life.subscriptions.get(id)
    return subscription ? act(subscription) : missing(id)
  }
  const withInvoice = (
    id: string,
    act: (found: ReturnType<typeof invoices>[number]) => FakeAnswer,
  ): FakeAnswer => {
    const found = invoices().find(({ invoice }) => invoice.id === id)
    return found ? act(found) : missing(id)
  }

  function update(subscription: FakeSubscription, form: URLSearchParams): FakeAnswer {
    const atPeriodEnd = form.get('cancel_at_period_end')
    const cancelAt = form.get('cancel_at')
    if (subscription.status === 'ended')
      return error(400, 'A canceled subscription can only update its cancellation_details and metadata.')
    if (atPeriodEnd !== null && cancelAt !== null)
      return error(400, 'You may only specify one of these parameters: cancel_at, cancel_at_period_end.')
    if (form.get('pause_collection') === '') overrides.delete(subscription.id)
    const isByApi = canceledByApi.has(subscription.id)
    if (atPeriodEnd === 'true' && !subscription.willEnd) {
      canceledByApi.add(subscription.id)
      life.cancel(subscription)
    }
    const isCleared = isByApi ? atPeriodEnd === 'false' : cancelAt === ''
    if (isCleared && subscription.willEnd) {
      canceledByApi.delete(subscription.id)
      life.resume(subscription)
    }
    return ok(answers.subscription(subscription))
  }
  function pay({ subscription, invoice }: ReturnType<typeof invoices>[number]): FakeAnswer {
    if (invoice.status !== 'open') return error(400, 'Invoice is already paid', 'invoice_already_paid')
    if (fake.isCardDeclined) return error(402, 'Your card was declined.', 'card_declined')
    life.recover(subscription.id)
    return ok(answers.invoice(subscription, invoice))
  }
  function openPortal({ body }: FakeRequest): FakeAnswer {
    const form = new URLSearchParams(body)
    const customer = form.get('customer') ?? ''
    if (![...life.checkouts.values()].some(({ customerId }) => customerId === customer))
      return missing(customer, 400)
    const back = encodeURIComponent(form.get('return_url') ?? '')
    return ok({ id: newId('bps'), url: `${server.url}/__portal/${customer}?return_url=${back}` })
  }
  function listInvoices({ query }: FakeRequest): FakeAnswer {
    const status = query.get('status')
    const own = invoices()
      .filter(({ subscription }) => subscription.id === query.get('subscription'))
      .map(({ subscription, invoice }) => answers.invoice(subscription, invoice))
    return list(
      own.filter((invoice) => !status || invoice.status === status).slice(0, Number(query.get('limit'))),
    )
  }

  /** A repeated key gets the first answer again, and an error with another body. */
  const replies = new Map<string, { readonly body: string; readonly answer: FakeAnswer }>()
  const once =
    (act: FakeRoute['answer']): FakeRoute['answer'] =>
    async (request) => {
      const key = String(request.headers['idempotency-key'] ?? newId('key'))
      const first = replies.get(key)
      if (first && first.body !== request.body)
        return { status: 400, body: { error: { type: 'idempotency_error', message: 'Other parameters' } } }
      const answer = first?.answer ?? (await act(request))
      replies.set(key, { body: request.body, answer })
      return answer
    }
  const get = (path: RegExp, answer: FakeRoute['answer']): FakeRoute => ({ method: 'GET', path, answer })
  const post = (path: RegExp, answer: FakeRoute['answer']): FakeRoute => ({
    method: 'POST',
    path,
    answer: once(answer),
  })
  const openOnly = (route: FakeRoute): FakeRoute => ({
    ...route,
    answer: (request) => {
      const checkout = life.checkouts.get(request.params[0] ?? '')
      return checkout && statusOf(checkout) === 'expired' ? closed : route.answer(request)
    },
  })
  const routes = [
    get(/\/v1\/balance/, () => ok({ object: 'balance', available: [], livemode: false })),
    post(/\/v1\/checkout\/sessions/, createSession),
    get(/\/v1\/checkout\/sessions\/([^/]+)/, ({ params: [id = ''] }) =>
      withSession(id, (checkout) => ok(answers.session(checkout))),
    ),
    post(/\/v1\/checkout\/sessions\/([^/]+)\/expire/, ({ params: [id = ''] }) =>
      withSession(id, (checkout) => {
        if (statusOf(checkout) !== 'open')
          return error(400, 'Only Checkout Sessions with a status in ["open"] can be expired.')
        expired.add(id)
        emit('checkout.session.expired', answers.session(checkout))
        return ok(answers.session(checkout))
      }),
    ),
    get(/\/v1\/subscriptions\/([^/]+)/, ({ params: [id = ''] }) =>
      withSubscription(id, (subscription) => ok(answers.subscription(subscription))),
    ),
    post(/\/v1\/subscriptions\/([^/]+)/, ({ params: [id = ''], body }) =>
      withSubscription(id, (subscription) => update(subscription, new URLSearchParams(body))),
    ),
    post(/\/v1\/subscriptions\/([^/]+)\/resume/, ({ params: [id = ''] }) =>
      withSubscription(id, (subscription) => {
        if ((answers.subscription(subscription).status as string) !== 'paused')
          return error(400, 'Only paused subscriptions can be resumed.')
        overrides.delete(id)
        return ok(answers.subscription(subscription))
      }),
    ),
    {
      method: 'DELETE',
      path: /\/v1\/subscriptions\/([^/]+)/,
      answer: ({ params: [id = ''] }: FakeRequest) =>
        withSubscription(id, (subscription) => {
          if (subscription.status === 'ended') return missing(id)
          life.end(subscription)
          return ok(answers.subscription(subscription))
        }),
    },
    post(/\/v1\/billing_portal\/sessions/, openPortal),
    get(/\/v1\/invoices/, listInvoices),
    get(/\/v1\/invoices\/([^/]+)/, ({ params: [id = ''] }) =>
      withInvoice(id, ({ subscription, invoice }) => ok(answers.invoice(subscription, invoice))),
    ),
    post(/\/v1\/invoices\/([^/]+)\/pay/, ({ params: [id = ''] }) => withInvoice(id, pay)),
    get(/\/v1\/charges/, ({ query }) =>
      list(
        invoices()
          .filter(({ subscription: { checkout } }) => checkout.customerId === query.get('customer'))
          .filter(({ invoice }) => invoice.status !== 'open')
          .map(({ subscription, invoice }) => answers.charge(subscription, invoice)),
      ),
    ),
    ...checkoutPage(life).map(openOnly),
    ...portalPage(life),
  ]
  const server = await startFakeServer({
    routes,
    port,
    reject: ({ headers }) => {
      if (headers.authorization !== `Bearer ${apiKey}`)
        return error(401, 'Invalid API Key provided: sk_test_****yj')
      return headers['stripe-version'] === apiVersion ? undefined : error(400, 'Invalid Stripe API version')
    },
    notFound: ({ method, path }) => error(404, `Unrecognized request URL (${method}: ${path}).`),
  })
  const { renew, failRenewal, recover, refund, endPeriod } = life
  const fake = {
    server,
    clock,
    webhooks,
    overrides,
    prices,
    settings: { apiKey, webhookSecret, testMode: true, baseUrl: server.url },
    /** Whether paying an open invoice again fails. */
    isCardDeclined: false,
    subscriptionIds: () => [...life.subscriptions.keys()],
    ...{ renew, failRenewal, recover, refund, endPeriod },
    /** Refunds a part of the latest invoice. */
    refundPart: (id: string, amount: number) => {
      const invoice = life.subscriptions.get(id)?.invoices[0]
      if (invoice) refunds.set(invoice.id, amount)
    },
  }
  return fake
}
