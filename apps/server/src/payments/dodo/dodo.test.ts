import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FakeDodo, startFakeDodo } from '../../../../../dev/world/payments/fake-dodo.ts'
import { signStandardWebhook } from '../../../../../dev/world/payments/webhook-sender.ts'
import type { CheckoutRequest, PaymentProvider } from '../provider.ts'
import { createDodo } from './dodo.ts'

let fake: FakeDodo
let dodo: PaymentProvider

beforeEach(async () => {
  fake = await startFakeDodo()
  dodo = createDodo(fake.settings, { fetch, clock: fake.clock.now })
})
afterEach(async () => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  await fake.server.stop()
})

const checkoutId = 'c0ffee00'.repeat(4)
const request: CheckoutRequest = {
  checkoutId,
  accountId: 7,
  email: 'ada@example.com',
  name: 'Ada',
  priceRef: 'pdt_yearly',
  interval: 'yearly',
  amount: 5_000,
  successUrl: 'http://localhost:4680/billing?success=true',
  cancelUrl: 'http://localhost:4680/billing?canceled=true',
}
const press = (url: string, button: string) =>
  fetch(`${url}/${button}`, { method: 'POST', redirect: 'manual' })

async function subscribe() {
  const { sessionId, url } = await dodo.createCheckout(request)
  await press(url, 'pay')
  const subscription = await dodo.findByCheckout?.({ checkoutId, sessionId, accountId: 7 })
  if (!subscription) throw new Error('The checkout led to no subscription')
  return subscription
}

/** The API requests of an act: method and path with query, and the body. */
async function sent(act: () => Promise<unknown>) {
  fake.server.log.length = 0
  await act()
  return fake.server.log
    .filter(({ path }) => !path.startsWith('/__'))
    .map(({ method, path, body }) => [`${method} ${path}`, body === '' ? '' : JSON.parse(body)])
}

test('sends what the documentation of the API says', async () => {
  expect(await sent(() => dodo.testConnection())).toEqual([['GET /products?page_size=1', '']])
  const { sessionId, url } = await dodo.createCheckout(request)
  expect(await sent(() => dodo.createCheckout(request))).toEqual([
    [
      'POST /checkouts',
      {
        product_cart: [{ product_id: 'pdt_yearly', quantity: 1 }],
        customer: { email: 'ada@example.com', name: 'Ada' },
        metadata: { checkout_id: checkoutId },
        return_url: request.successUrl,
        cancel_url: request.cancelUrl,
        feature_flags: {
          allow_customer_editing_email: false,
          allow_customer_editing_business_name: true,
          allow_discount_code: true,
          allow_tax_id: true,
        },
      },
    ],
  ])
  await press(url, 'pay')
  const [id = ''] = fake.subscriptionIds()
  const requests = await sent(
    () => dodo.findByCheckout?.({ checkoutId, sessionId, accountId: 7 }) ?? Promise.reject(),
  )
  const { customerId } = (await dodo.getSubscription(id)) ?? { customerId: null }
  const [invoice] = await dodo.listInvoices({ id, customerId })
  expect(requests).toEqual([
    [`GET /checkouts/${sessionId}`, ''],
    [`GET /payments/${invoice?.id}`, ''],
    [`GET /subscriptions/${id}`, ''],
  ])
  expect(
    await sent(() => dodo.cancelAtPeriodEnd(id, { reason: 'switching_provider', comment: 'Bye' })),
  ).toEqual([
    [`GET /subscriptions/${id}`, ''],
    [
      `PATCH /subscriptions/${id}`,
      {
        cancel_at_next_billing_date: true,
        cancel_reason: 'cancelled_by_customer',
        cancellation_feedback: 'switched_service',
        cancellation_comment: 'Bye',
      },
    ],
  ])
  expect((await sent(() => dodo.resume(id)))[1]).toEqual([
    `PATCH /subscriptions/${id}`,
    { cancel_at_next_billing_date: false },
  ])
  const returnUrl = 'http://localhost:4680/billing'
  expect(await sent(() => dodo.portalUrl({ id, customerId }, { accountId: 7, returnUrl }))).toEqual([
    [`POST /customers/${customerId}/customer-portal/session?return_url=${encodeURIComponent(returnUrl)}`, ''],
  ])
  expect(await sent(() => dodo.listInvoices({ id, customerId }))).toEqual([
    [`GET /payments?subscription_id=${id}&page_size=24`, ''],
    [`GET /payments/${invoice?.id}`, ''],
  ])
  fake.failRenewal(id)
  const [failed] = await dodo.listInvoices({ id, customerId })
  expect(await sent(() => dodo.retryPayment?.({ id, customerId }) ?? Promise.reject())).toEqual([
    [`GET /payments?subscription_id=${id}&page_size=24`, ''],
    [`POST /payments/${failed?.id}/retry`, ''],
  ])
  expect((await sent(() => dodo.cancelNow(id)))[1]).toEqual([
    `PATCH /subscriptions/${id}`,
    { status: 'cancelled', cancel_reason: 'cancelled_by_merchant_grace_period_expired' },
  ])
})

test('a request says nothing about this machine', async () => {
  await dodo.createCheckout(request)
  const names = Object.keys(fake.server.log[0]?.headers ?? {})
  expect(names.filter((name) => name.startsWith('x-'))).toEqual([])
  expect(fake.server.log[0]?.headers).toMatchObject({
    authorization: 'Bearer',
    'content-type': 'application/json',
  })
})

test('environment variables of the SDK are not followed', async () => {
  const foreign = await startFakeDodo()
  try {
    const log = vi.spyOn(console, 'debug')
    vi.stubEnv('DODO_PAYMENTS_BASE_URL', foreign.server.url)
    vi.stubEnv('DODO_PAYMENTS_API_KEY', 'foreign')
    vi.stubEnv('DODO_PAYMENTS_WEBHOOK_KEY', 'foreign')
    vi.stubEnv('DODO_PAYMENTS_LOG', 'debug')
    vi.stubEnv('DODO_PAYMENTS_CUSTOM_HEADERS', 'authorization: Bearer foreign\nx-foreign: 1')
    const { id } = await subscribe()
    await dodo.cancelNow(id)
    expect(await dodo.testConnection()).toMatchObject({ success: true })
    expect(foreign.server.log).toEqual([])
    for (const { headers } of fake.server.log) expect(headers).not.toHaveProperty('x-foreign')
    expect(log).not.toHaveBeenCalled()
  } finally {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
    await foreign.server.stop()
  }
})

test('each mode has its host', async () => {
  const urls: string[] = []
  const deps = {
    fetch: async (url: Parameters<typeof fetch>[0]) => {
      urls.push(String(url))
      return Response.json({ items: [] })
    },
    clock: fake.clock.now,
  }
  const { baseUrl: _, ...settings } = fake.settings
  for (const testMode of [true, false]) await createDodo({ ...settings, testMode }, deps).testConnection()
  expect(urls.map((url) => new URL(url).origin)).toEqual([
    'https://test.dodopayments.com',
    'https://live.dodopayments.com',
  ])
})

test('a checkout is repeated after a failure, and a payment is not', async () => {
  const { id, customerId } = await subscribe()
  fake.failRenewal(id)
  const attempts: string[] = []
  const failing: typeof fetch = async (url, init) => {
    if (init?.method !== 'POST' || !/checkouts|retry/.test(String(url))) return fetch(url, init)
    attempts.push(String(url))
    return Response.json({ code: 'INTERNAL' }, { status: 500 })
  }
  const broken = createDodo(fake.settings, { fetch: failing, clock: fake.clock.now })
  await expect(broken.retryPayment?.({ id, customerId })).rejects.toMatchObject({
    failure: 'unavailable',
    status: 500,
  })
  expect(attempts).toHaveLength(1)
  attempts.length = 0
  await expect(broken.createCheckout(request)).rejects.toMatchObject({ failure: 'unavailable', status: 500 })
  expect(attempts).toHaveLength(3)
})

test.each([
  [{ status: 'pending' }, 'pending'],
  [{ status: 'past_due' }, 'past_due'],
  [{ status: 'on_hold' }, 'past_due'],
  [{ status: 'paused' }, 'paused'],
  [{ status: 'cancelled' }, 'ended'],
  [{ status: 'failed' }, 'ended'],
])('%o is %s', async (fields, status) => {
  const { id } = await subscribe()
  fake.overrides.set(id, fields)
  const subscription = await dodo.getSubscription(id)
  expect(subscription).toMatchObject({ status, interval: 'yearly' })
  expect(subscription).not.toHaveProperty('unknownStatus')
})

test('an expired subscription ended when it expired, whatever else it says', async () => {
  const { id } = await subscribe()
  const fields = {
    status: 'expired',
    expires_at: '2026-12-01T10:00:00.123456Z',
    cancel_at_next_billing_date: true,
  }
  fake.overrides.set(id, fields)
  const endedAt = Date.UTC(2026, 11, 1, 10, 0, 0, 123)
  expect(await dodo.getSubscription(id)).toMatchObject({ status: 'ended', endedAt, cancelAt: null })
  fake.overrides.set(id, { payment_frequency_count: 12, payment_frequency_interval: 'Month' })
  expect(await dodo.getSubscription(id)).toMatchObject({ status: 'active', interval: 'yearly' })
  fake.overrides.set(id, { payment_frequency_interval: 'Week' })
  expect(await dodo.getSubscription(id)).toMatchObject({ interval: null })
})

test('a list of another shape is no empty list', async () => {
  fake.server.fault = { status: 200, body: { data: [] } }
  await expect(dodo.listInvoices({ id: 'sub_1', customerId: null })).rejects.toMatchObject({
    failure: 'unavailable',
  })
})

test('webhooks name the subscription and the checkout', async () => {
  const read = (type: string, data: object) => {
    const body = JSON.stringify({ business_id: 'bus_1', type, timestamp: '2026-12-01T10:00:00Z', data })
    const key = Buffer.from(fake.settings.webhookSecret.replace('whsec_', ''), 'base64')
    const seconds = Math.floor(fake.clock.now() / 1000)
    return dodo.readWebhook(Buffer.from(body), signStandardWebhook({ id: 'msg_1', type, body }, key, seconds))
  }
  const stored = { customer: { customer_id: 'cus_1' }, metadata: { checkout_id: checkoutId } }
  const named = { id: 'msg_1', subscriptionId: 'sub_1', customerId: 'cus_1', checkoutId }
  for (const [type, about] of [
    ['subscription.active', 'subscription'],
    ['payment.succeeded', 'invoice'],
    ['dunning.started', 'subscription'],
  ])
    expect(await read(type ?? '', { subscription_id: 'sub_1', ...stored })).toEqual({ ...named, type, about })
  // The SDK has it with and without a customer.
  const dispute = { dispute_id: 'dp_1', payment_id: 'pay_1' }
  expect(await read('dispute.opened', dispute)).toEqual({
    id: 'msg_1',
    type: 'dispute.opened',
    about: 'dispute',
    paymentId: 'pay_1',
    dispute: { id: 'dp_1', state: 'open' },
  })
  for (const [type, state] of [
    ['dispute.won', 'won'],
    ['dispute.accepted', 'lost'],
    ['dispute.expired', 'closed'],
  ])
    expect(await read(type ?? '', { ...dispute, customer: stored.customer })).toMatchObject({
      customerId: 'cus_1',
      dispute: { id: 'dp_1', state },
    })
  expect(await read('license_key.created', { id: 'lic_1' })).toMatchObject({ about: 'other' })
  expect(await read('subscription.updated', { subscription_id: 7, customer: 'x' })).toEqual({
    id: 'msg_1',
    type: 'subscription.updated',
    about: 'subscription',
  })
})

test('a new price leaves a scheduled change alone, which is canceled by a request of its own', async () => {
  const { id } = await subscribe()
  const [subscription] = fake.life.subscriptions.values()
  if (subscription) fake.life.schedule(subscription, fake.prices[0])
  await dodo.setRenewalPrice(id, { priceRef: 'pdt_larger', amount: 2_900 })
  expect(await dodo.getSubscription(id)).toMatchObject({ scheduledPriceRef: 'pdt_monthly' })
  const requests = await sent(async () => dodo.cancelScheduledChange?.(id))
  expect(requests.at(-1)).toEqual([`DELETE /subscriptions/${id}/change-plan/scheduled`, ''])
  expect(await dodo.getSubscription(id)).toMatchObject({ scheduledPriceRef: null })
})
