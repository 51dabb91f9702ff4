// A local server that behaves like stripe, with its state in memory and a clock that tests move.

import { createHmac, randomBytes } from 'node:crypto'
import { createOnce } from './create-once.ts'
import { createFakeClock } from './fake-clock.ts'
import { createFakeProvider, startFakeProvider } from './fake-provider.ts'
import { type FakeAnswer, type FakeRequest, type FakeRoute, route } from './fake-server.ts'
import {
  stripeCharge,
  stripeDispute,
  stripeInvoice,
  stripeSession,
  stripeSubscription,
} from './fake-stripe-answers.ts'
import type {
  FakeBill,
  FakeChange,
  FakeCheckout,
  FakeInvoice,
  FakeSubscription,
} from './fake-subscription.ts'
import type { SignWebhook, WebhookMessage } from './webhook-sender.ts'

const apiKey = 'sk_test_fake_4eC39HqLyj'
const webhookSecret = 'whsec_fake_5WbX5kEWLlf'
const account = { apiKey, webhookSecret }
const apiVersion = '2026-10-28.endive'
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
  changed: ['invoice.paid', 'customer.subscription.updated'],
  ended: ['customer.subscription.deleted'],
  refunded: ['charge.refunded'],
  disputed: ['charge.dispute.created', 'charge.dispute.funds_withdrawn'],
  dispute_won: ['charge.dispute.closed', 'charge.dispute.funds_reinstated'],
  dispute_lost: ['charge.dispute.closed'],
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

/** `{timestamp}.{body}` under the whole text of the secret. */
export const signStripeWebhook: SignWebhook = ({ body }, secret, seconds) => ({
  'stripe-signature': `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`,
})

export type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>

export function startFakeStripe({ clock = createFakeClock(), port = 0 } = {}) {
  const canceledByApi = new Set<string>()
  const messageOf = (type: string, object: object): WebhookMessage => {
    const id = newId('evt')
    const event = {
      id,
      object: 'event',
      api_version: apiVersion,
      created: Math.floor(clock.now() / 1000),
      livemode: false,
      type,
      data: { object },
    }
    return { id, type, body: JSON.stringify(event) }
  }
  const fake = createFakeProvider<typeof account>({
    clock,
    settings: account,
    refs: ['price_monthly', 'price_yearly', 'price_larger'],
    newId: (kind) => newId({ checkout: 'cs_test', subscription: 'sub', invoice: 'in' }[kind]),
    events,
    message: (type, subscription, invoice): WebhookMessage =>
      messageOf(type, objectOf(type, subscription, invoice)),
    sign: signStripeWebhook,
    retryDelaysMs,
    missing,
  })
  const { life, prices, settings, overrides, webhooks, withCheckout, withSubscription, withBill } = fake

  const statusOf = (checkout: FakeCheckout) =>
    checkout.status === 'paid' ? 'complete' : life.isOpen(checkout) ? 'open' : 'expired'
  const sessionOf = (checkout: FakeCheckout) => stripeSession(checkout, settings.baseUrl, statusOf(checkout))
  const subscriptionOf = (subscription: FakeSubscription) => ({
    ...stripeSubscription(subscription, canceledByApi.has(subscription.id)),
    ...overrides.get(subscription.id),
  })
  const invoiceOf = ({ subscription, invoice }: FakeBill) =>
    stripeInvoice(subscription, invoice, settings.baseUrl)
  const objectOf = (type: string, subscription: FakeSubscription, invoice: FakeInvoice | undefined) => {
    if (type.startsWith('checkout.')) return sessionOf(subscription.checkout)
    if (!invoice || type.startsWith('customer.')) return subscriptionOf(subscription)
    if (type.startsWith('charge.dispute.')) return stripeDispute(invoice)
    return type.startsWith('charge.')
      ? stripeCharge(subscription, invoice)
      : invoiceOf({ subscription, invoice })
  }

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
    return ok(sessionOf(checkout))
  }
  function expireSession(checkout: FakeCheckout): FakeAnswer {
    if (!life.isOpen(checkout))
      return error(400, 'Only Checkout Sessions with a status in ["open"] can be expired.')
    checkout.status = 'expired'
    webhooks.queue(messageOf('checkout.session.expired', sessionOf(checkout)))
    return ok(sessionOf(checkout))
  }
  function update(subscription: FakeSubscription, form: URLSearchParams): FakeAnswer {
    const atPeriodEnd = form.get('cancel_at_period_end')
    const cancelAt = form.get('cancel_at')
    if (subscription.status === 'ended')
      return error(400, 'A canceled subscription can only update its cancellation_details and metadata.')
    if (atPeriodEnd !== null && cancelAt !== null)
      return error(400, 'You may only specify one of these parameters: cancel_at, cancel_at_period_end.')
    const ref = form.get('items[0][price]')
    if (ref !== null) {
      const price = fake.priceOf(ref)
      if (!price || form.get('items[0][id]') !== subscriptionOf(subscription).items.data[0]?.id)
        return missing(ref, 400)
      if (form.get('proration_behavior') === 'none') life.reprice(subscription, price)
      const at = Number(form.get('proration_date')) * 1_000
      const isPayment = life.dueFor(subscription, price, at) > 0
      if (isPayment && fake.isCardDeclined) return error(402, 'Your card was declined.', 'card_declined')
      if (form.get('proration_behavior') !== 'none') life.changePrice(subscription, price, at)
    }
    if (form.get('pause_collection') === '') overrides.delete(subscription.id)
    const isByApi = canceledByApi.has(subscription.id)
    if (atPeriodEnd === 'true' && subscription.cancel_at === null) {
      canceledByApi.add(subscription.id)
      life.cancel(subscription)
    }
    const isCleared = isByApi ? atPeriodEnd === 'false' : cancelAt === ''
    if (isCleared && subscription.cancel_at !== null) {
      canceledByApi.delete(subscription.id)
      life.resume(subscription)
    }
    return ok(subscriptionOf(subscription))
  }
  function preview({ body }: FakeRequest): FakeAnswer {
    const form = new URLSearchParams(body)
    const price = fake.priceOf(form.get('subscription_details[items][0][price]'))
    return withSubscription(form.get('subscription') ?? '', (subscription) => {
      if (!price) return missing('price', 400)
      const at = Number(form.get('subscription_details[proration_date]')) * 1_000
      const total = life.dueFor(subscription, price, at)
      return ok({ object: 'invoice', total, amount_due: Math.max(0, total), currency: 'eur' })
    })
  }
  function readPrice({ params: [id = ''] }: FakeRequest): FakeAnswer {
    const price = fake.priceOf(id)
    return price ? ok({ id, object: 'price', unit_amount: price.amount, currency: 'eur' }) : missing(id)
  }
  function resumePaused(subscription: FakeSubscription): FakeAnswer {
    if ((subscriptionOf(subscription).status as string) !== 'paused')
      return error(400, 'Only paused subscriptions can be resumed.')
    overrides.delete(subscription.id)
    return ok(subscriptionOf(subscription))
  }
  function end(subscription: FakeSubscription): FakeAnswer {
    if (subscription.status === 'ended') return missing(subscription.id)
    life.end(subscription)
    return ok(subscriptionOf(subscription))
  }
  function pay(bill: FakeBill): FakeAnswer {
    if (bill.invoice.status !== 'open') return error(400, 'Invoice is already paid', 'invoice_already_paid')
    if (fake.isCardDeclined) return error(402, 'Your card was declined.', 'card_declined')
    life.recover(bill.subscription.id)
    return ok(invoiceOf(bill))
  }
  function openPortal({ body }: FakeRequest): FakeAnswer {
    const form = new URLSearchParams(body)
    const customer = form.get('customer') ?? ''
    if (!life.hasCustomer(customer)) return missing(customer, 400)
    const back = encodeURIComponent(form.get('return_url') ?? '')
    return ok({ id: newId('bps'), url: `${settings.baseUrl}/__portal/${customer}?return_url=${back}` })
  }
  function listInvoices({ query }: FakeRequest): FakeAnswer {
    const status = query.get('status')
    const own = life
      .bills()
      .filter(({ subscription }) => subscription.id === query.get('subscription'))
      .map(invoiceOf)
    return list(
      own.filter((invoice) => !status || invoice.status === status).slice(0, Number(query.get('limit'))),
    )
  }
  const listCharges = ({ query }: FakeRequest) =>
    list(
      life
        .bills()
        .filter(({ subscription: { checkout } }) => checkout.customerId === query.get('customer'))
        .filter(({ invoice }) => invoice.status !== 'open')
        .map(({ subscription, invoice }) => stripeCharge(subscription, invoice)),
    )

  const once = createOnce()
  const get = (path: RegExp, answer: FakeRoute['answer']) => route('GET', path, answer)
  const post = (path: RegExp, answer: FakeRoute['answer']) => route('POST', path, once(answer))
  const subscriptionPath = /\/v1\/subscriptions\/([^/]+)/
  const routes = [
    get(/\/v1\/balance/, () => ok({ object: 'balance', available: [], livemode: false })),
    post(/\/v1\/checkout\/sessions/, createSession),
    get(/\/v1\/checkout\/sessions\/([^/]+)/, ({ params: [id] }) =>
      withCheckout(id, (checkout) => ok(sessionOf(checkout))),
    ),
    post(/\/v1\/checkout\/sessions\/([^/]+)\/expire/, ({ params: [id] }) => withCheckout(id, expireSession)),
    get(subscriptionPath, ({ params: [id] }) =>
      withSubscription(id, (subscription) => ok(subscriptionOf(subscription))),
    ),
    post(subscriptionPath, ({ params: [id], body }) =>
      withSubscription(id, (subscription) => update(subscription, new URLSearchParams(body))),
    ),
    post(/\/v1\/subscriptions\/([^/]+)\/resume/, ({ params: [id] }) => withSubscription(id, resumePaused)),
    route('DELETE', subscriptionPath, ({ params: [id] }) => withSubscription(id, end)),
    post(/\/v1\/billing_portal\/sessions/, openPortal),
    get(/\/v1\/prices\/([^/]+)/, readPrice),
    post(/\/v1\/invoices\/create_preview/, preview),
    get(/\/v1\/invoices/, listInvoices),
    get(/\/v1\/invoices\/([^/]+)/, ({ params: [id] }) => withBill(id, (bill) => ok(invoiceOf(bill)))),
    post(/\/v1\/invoices\/([^/]+)\/pay/, ({ params: [id] }) => withBill(id, pay)),
    get(/\/v1\/charges/, listCharges),
    get(/\/v1\/charges\/([^/]+)/, ({ params: [id = ''] }) =>
      withBill(id.replace('ch_', 'in_'), ({ subscription, invoice }) =>
        ok(stripeCharge(subscription, invoice)),
      ),
    ),
    get(/\/v1\/disputes/, ({ query }) =>
      list(
        life
          .bills()
          .map(({ invoice }) => stripeDispute(invoice))
          .filter(({ charge, status }) => charge === query.get('charge') && status),
      ),
    ),
  ]
  return startFakeProvider(fake, {
    routes,
    port,
    reject: ({ headers }) => {
      if (headers.authorization !== `Bearer ${apiKey}`)
        return error(401, 'Invalid API Key provided: sk_test_****yj')
      return headers['stripe-version'] === apiVersion ? undefined : error(400, 'Invalid Stripe API version')
    },
    notFound: ({ method, path }) => error(404, `Unrecognized request URL (${method}: ${path}).`),
  })
}
