// A local server that behaves like dodo payments, with its state in memory and a clock that tests move.

import { randomBytes } from 'node:crypto'
import { createFakeClock } from './fake-clock.ts'
import {
  dodoDispute,
  dodoListedPayment,
  dodoPayment,
  dodoRefund,
  dodoSubscription,
} from './fake-dodo-answers.ts'
import { createFakeProvider, startFakeProvider } from './fake-provider.ts'
import { type FakeAnswer, type FakeRequest, route } from './fake-server.ts'
import type {
  FakeBill,
  FakeChange,
  FakeCheckout,
  FakeInvoice,
  FakePrice,
  FakeSubscription,
} from './fake-subscription.ts'
import { type SignWebhook, signStandardWebhook, type WebhookMessage } from './webhook-sender.ts'

const apiKey = 'fake_dodo_key_8Hq2vN'
const webhookSecret = `whsec_${Buffer.from('fake dodo webhook secret').toString('base64')}`
const account = { apiKey, webhookSecret }
const minute = 60_000
const retryDelaysMs = [5_000, 5 * minute, 30 * minute, 120 * minute, 300 * minute, 600 * minute, 600 * minute]

const events: Readonly<Record<FakeChange, readonly string[]>> = {
  started: ['payment.succeeded', 'subscription.active'],
  renewed: ['payment.succeeded', 'subscription.renewed'],
  payment_failed: ['payment.failed', 'subscription.on_hold', 'dunning.started'],
  recovered: ['payment.succeeded', 'subscription.active', 'dunning.recovered'],
  canceled: ['subscription.updated'],
  resumed: ['subscription.updated'],
  changed: ['payment.succeeded', 'subscription.plan_changed'],
  ended: ['subscription.cancelled'],
  refunded: ['refund.succeeded'],
  disputed: ['dispute.opened', 'dispute.challenged'],
  dispute_won: ['dispute.won'],
  dispute_lost: ['dispute.lost'],
}

const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`
const ok = (body: unknown): FakeAnswer => ({ status: 200, body })
const error = (status: number, code: string): FakeAnswer => ({
  status,
  body: { code, message: `Error: ${code}` },
})
const missing = () => error(404, 'NOT_FOUND')

export const signDodoWebhook: SignWebhook = (message, secret, seconds) =>
  signStandardWebhook(message, Buffer.from(secret.replace('whsec_', ''), 'base64'), seconds)

export type FakeDodo = Awaited<ReturnType<typeof startFakeDodo>>

export function startFakeDodo({ clock = createFakeClock(), port = 0 } = {}) {
  const fake = createFakeProvider<typeof account>({
    clock,
    settings: account,
    refs: ['pdt_monthly', 'pdt_yearly', 'pdt_larger'],
    newId: (kind) => newId({ checkout: 'cks', subscription: 'sub', invoice: 'pay' }[kind]),
    events,
    message: (type, subscription, invoice): WebhookMessage => {
      const timestamp = new Date(clock.now()).toISOString()
      const body = { business_id: 'bus_fake', type, timestamp, data: dataOf(type, subscription, invoice) }
      return { id: newId('msg'), type, body: JSON.stringify(body) }
    },
    sign: signDodoWebhook,
    retryDelaysMs,
    missing,
  })
  const { life, prices, settings, overrides, withCheckout, withSubscription, withBill } = fake

  const answerOf = (subscription: FakeSubscription) => ({
    ...dodoSubscription(subscription),
    ...overrides.get(subscription.id),
  })
  const dataOf = (type: string, subscription: FakeSubscription, invoice: FakeInvoice | undefined) => {
    if (type.startsWith('dunning.'))
      return { subscription_id: subscription.id, customer_id: subscription.checkout.customerId }
    if (!invoice || type.startsWith('subscription.')) return answerOf(subscription)
    if (type.startsWith('dispute.')) return dodoDispute(invoice, type.replace('.', '_'))
    return type.startsWith('refund.')
      ? dodoRefund(subscription, invoice)
      : dodoPayment(subscription, invoice, settings.baseUrl)
  }

  function createSession({ body }: FakeRequest): FakeAnswer {
    const fields = JSON.parse(body)
    const price = prices.find(({ ref }) => ref === fields.product_cart?.[0]?.product_id)
    if (!price) return error(422, 'PRODUCT_NOT_FOUND')
    const { id } = life.openCheckout({
      price,
      email: fields.customer.email,
      customerId: newId('cus'),
      externalId: undefined,
      metadata: fields.metadata ?? {},
      successUrl: fields.return_url,
      cancelUrl: fields.cancel_url ?? undefined,
      expiresAt: Number.POSITIVE_INFINITY,
    })
    return ok({ session_id: id, checkout_url: `${settings.baseUrl}/__checkout/${id}` })
  }
  function readSession({ id, subscriptionId = '' }: FakeCheckout): FakeAnswer {
    const paid = life.subscriptions.get(subscriptionId)?.invoices.at(-1)
    return ok({ id, created_at: new Date(clock.now()).toISOString(), payment_id: paid?.id ?? null })
  }
  function update(subscription: FakeSubscription, fields: Readonly<Record<string, unknown>>): FakeAnswer {
    const { status, cancel_at_next_billing_date: willEnd } = fields
    if ('pause' in fields || subscription.status === 'ended') return error(422, 'INVALID_REQUEST_BODY')
    if (status === 'active' && Object.keys(fields).length > 1) return error(422, 'INVALID_REQUEST_BODY')
    if (status === 'active') overrides.delete(subscription.id)
    else if (status === 'cancelled') life.end(subscription)
    else if (typeof willEnd === 'boolean') life.setEnding(subscription, willEnd)
    return ok(answerOf(subscription))
  }
  const withNewPlan = (
    { params: [id], body }: FakeRequest,
    act: (subscription: FakeSubscription, price: FakePrice) => FakeAnswer,
  ) =>
    withSubscription(id, (subscription) => {
      const price = fake.priceOf(JSON.parse(body).product_id)
      if (!price || subscription.status === 'ended') return error(422, 'INVALID_REQUEST_BODY')
      if (subscription.scheduled && !JSON.parse(body).cancel_scheduled_change_plan)
        return error(409, 'SCHEDULED_PLAN_CHANGE_EXISTS')
      return act(subscription, price)
    })
  const cancelScheduled = (subscription: FakeSubscription): FakeAnswer => {
    if (!subscription.scheduled) return missing()
    life.schedule(subscription, undefined)
    return { status: 204 }
  }
  const previewChange = (request: FakeRequest) =>
    withNewPlan(request, (subscription, price) => {
      const due = life.dueFor(subscription, price)
      return ok({
        immediate_charge: {
          effective_at: new Date(clock.now()).toISOString(),
          line_items: [],
          summary: {
            currency: 'EUR',
            total_amount: Math.max(0, due),
            customer_credits: Math.max(0, -due),
            settlement_amount: Math.max(0, due),
            settlement_currency: 'EUR',
          },
        },
        new_plan: dodoSubscription(life.ifChanged(subscription, price)),
      })
    })
  const changePlan = (request: FakeRequest) =>
    withNewPlan(request, (subscription, price) => {
      if (JSON.parse(request.body).proration_billing_mode === 'do_not_bill') {
        life.reprice(subscription, price)
        return ok({ payment_id: null })
      }
      const isPayment = life.dueFor(subscription, price) > 0
      // The payment fails later, and the plan stays.
      if (!isPayment || !fake.isCardDeclined) life.changePrice(subscription, price)
      return ok({ payment_id: isPayment ? newId('pay') : null })
    })
  function retry({ subscription, invoice }: FakeBill): FakeAnswer {
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
    if (!life.hasCustomer(customer)) return missing()
    const back = encodeURIComponent(query.get('return_url') ?? '')
    return ok({ link: `${settings.baseUrl}/__portal/${customer}?return_url=${back}` })
  }
  function listPayments({ query }: FakeRequest): FakeAnswer {
    const own = life.bills().filter(({ subscription }) => subscription.id === query.get('subscription_id'))
    const items = own.slice(0, Number(query.get('page_size') ?? 10))
    return ok({ items: items.map(({ subscription, invoice }) => dodoListedPayment(subscription, invoice)) })
  }

  const subscriptionPath = /\/subscriptions\/([^/]+)/
  const routes = [
    route('GET', /\/products/, () => ok({ items: [] })),
    route('POST', /\/checkouts/, createSession),
    route('GET', /\/checkouts\/([^/]+)/, ({ params: [id] }) => withCheckout(id, readSession)),
    route('GET', subscriptionPath, ({ params: [id] }) =>
      withSubscription(id, (subscription) => ok(answerOf(subscription))),
    ),
    route('PATCH', subscriptionPath, ({ params: [id], body }) =>
      withSubscription(id, (subscription) => update(subscription, JSON.parse(body))),
    ),
    route('POST', /\/subscriptions\/([^/]+)\/change-plan\/preview/, previewChange),
    route('POST', /\/subscriptions\/([^/]+)\/change-plan/, changePlan),
    route('DELETE', /\/subscriptions\/([^/]+)\/change-plan\/scheduled/, ({ params: [id] }) =>
      withSubscription(id, cancelScheduled),
    ),
    route('POST', /\/customers\/([^/]+)\/customer-portal\/session/, openPortal),
    route('GET', /\/payments/, listPayments),
    route('GET', /\/payments\/([^/]+)/, ({ params: [id] }) =>
      withBill(id, ({ subscription, invoice }) => ok(dodoPayment(subscription, invoice, settings.baseUrl))),
    ),
    route('POST', /\/payments\/([^/]+)\/retry/, ({ params: [id] }) => withBill(id, retry)),
  ]
  return startFakeProvider(fake, {
    routes,
    port,
    reject: ({ headers }) =>
      headers.authorization === `Bearer ${apiKey}` ? undefined : error(401, 'UNAUTHORIZED'),
    notFound: missing,
  })
}
