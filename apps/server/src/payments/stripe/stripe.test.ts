import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type FakeStripe,
  signStripeWebhook,
  startFakeStripe,
} from '../../../../../dev/world/payments/fake-stripe.ts'
import type { CheckoutRequest, PaymentProvider, ProviderSettings } from '../provider.ts'
import { createStripe } from './stripe.ts'

let fake: FakeStripe
let stripe: PaymentProvider

const create = (settings: Partial<ProviderSettings> = {}) =>
  createStripe({ ...fake.settings, ...settings }, { fetch, clock: fake.clock.now })

beforeEach(async () => {
  fake = await startFakeStripe()
  stripe = create()
})
afterEach(() => fake.server.stop())

const checkoutId = 'c0ffee00'.repeat(4)
const request: CheckoutRequest = {
  checkoutId,
  accountId: 7,
  email: 'ada@example.com',
  name: 'Ada',
  priceRef: 'price_yearly',
  interval: 'yearly',
  amount: 5_000,
  successUrl: 'http://localhost:4680/billing?success=true',
  cancelUrl: 'http://localhost:4680/billing?canceled=true',
}
const press = (url: string, button: string) =>
  fetch(`${url}/${button}`, { method: 'POST', redirect: 'manual' })

async function subscribe() {
  const { sessionId, url } = await stripe.createCheckout(request)
  await press(url, 'pay')
  const subscription = await stripe.findByCheckout?.({ checkoutId, sessionId, accountId: 7 })
  if (!subscription) throw new Error('The checkout led to no subscription')
  return subscription
}

/** The API requests of an act: method and path with query, form fields, and the headers that differ. */
async function sent(act: () => Promise<unknown>) {
  fake.server.log.length = 0
  await act()
  return fake.server.log
    .filter(({ path }) => path.startsWith('/v1/'))
    .map(({ method, path, body }) => [
      `${method} ${decodeURIComponent(path)}`,
      Object.fromEntries(new URLSearchParams(body)),
    ])
}

test('sends what the documentation of the API says', async () => {
  expect(await sent(() => stripe.testConnection())).toEqual([['GET /v1/balance', {}]])
  const { sessionId, url } = await stripe.createCheckout(request)
  expect(await sent(() => stripe.createCheckout({ ...request, checkoutId: 'b'.repeat(32) }))).toEqual([
    [
      'POST /v1/checkout/sessions',
      {
        mode: 'subscription',
        'line_items[0][price]': 'price_yearly',
        'line_items[0][quantity]': '1',
        client_reference_id: 'b'.repeat(32),
        'metadata[checkout_id]': 'b'.repeat(32),
        'subscription_data[metadata][checkout_id]': 'b'.repeat(32),
        customer_email: 'ada@example.com',
        success_url: request.successUrl,
        cancel_url: request.cancelUrl,
        allow_promotion_codes: 'true',
        'tax_id_collection[enabled]': 'true',
      },
    ],
  ])
  await press(url, 'pay')
  const [id = ''] = fake.subscriptionIds()
  expect(
    await sent(() => stripe.findByCheckout?.({ checkoutId, sessionId, accountId: 7 }) ?? Promise.reject()),
  ).toEqual([
    [`GET /v1/checkout/sessions/${sessionId}`, {}],
    [`GET /v1/subscriptions/${id}`, {}],
  ])
  expect(
    await sent(() => stripe.cancelAtPeriodEnd(id, { reason: 'poor_experience', comment: 'Slow' })),
  ).toEqual([
    [`GET /v1/subscriptions/${id}`, {}],
    [
      `POST /v1/subscriptions/${id}`,
      {
        cancel_at_period_end: 'true',
        'cancellation_details[feedback]': 'low_quality',
        'cancellation_details[comment]': 'Slow',
      },
    ],
  ])
  const at = 1_800_000_000_000
  const change = {
    priceRef: 'price_larger',
    interval: 'monthly',
    amount: 2_900,
    isUpgrade: true,
    at,
  } as const
  const item = id.replace('sub_', 'si_')
  const { customerId: customer } = (await stripe.getSubscription(id)) ?? {}
  expect((await sent(() => stripe.previewChange(id, change))).slice(1).sort()).toEqual([
    ['GET /v1/prices/price_larger', {}],
    [
      'POST /v1/invoices/create_preview',
      {
        customer,
        subscription: id,
        'subscription_details[items][0][id]': item,
        'subscription_details[items][0][price]': 'price_larger',
        'subscription_details[proration_behavior]': 'always_invoice',
        'subscription_details[proration_date]': '1800000000',
      },
    ],
  ])
  expect(await sent(() => stripe.changePlan(id, change))).toEqual([
    [`GET /v1/subscriptions/${id}`, {}],
    [
      `POST /v1/subscriptions/${id}`,
      {
        'items[0][id]': item,
        'items[0][price]': 'price_larger',
        proration_behavior: 'always_invoice',
        proration_date: '1800000000',
        payment_behavior: 'error_if_incomplete',
      },
    ],
  ])
  expect(await sent(() => stripe.resume(id))).toEqual([
    [`GET /v1/subscriptions/${id}`, {}],
    [`POST /v1/subscriptions/${id}`, { cancel_at_period_end: 'false' }],
  ])
  const { customerId } = (await stripe.getSubscription(id)) ?? { customerId: null }
  const returnUrl = 'http://localhost:4680/billing'
  expect(await sent(() => stripe.portalUrl({ id, customerId }, { accountId: 7, returnUrl }))).toEqual([
    ['POST /v1/billing_portal/sessions', { customer: customerId, return_url: returnUrl }],
  ])
  expect((await sent(() => stripe.listInvoices({ id, customerId }))).sort()).toEqual([
    [`GET /v1/charges?customer=${customerId}&limit=100`, {}],
    [`GET /v1/invoices?subscription=${id}&limit=24&expand[0]=data.payments`, {}],
  ])
  const [invoice] = await stripe.listInvoices({ id, customerId })
  expect(await sent(() => stripe.invoiceUrl(invoice?.id ?? '', { id }))).toEqual([
    [`GET /v1/invoices/${invoice?.id}`, {}],
  ])
  fake.failRenewal(id)
  const [failed] = await stripe.listInvoices({ id, customerId })
  expect(await sent(() => stripe.retryPayment?.({ id, customerId }) ?? Promise.reject())).toEqual([
    [`GET /v1/invoices?subscription=${id}&status=open&limit=1`, {}],
    [`POST /v1/invoices/${failed?.id}/pay`, {}],
  ])
  expect(await sent(() => stripe.cancelNow(id))).toEqual([
    [`DELETE /v1/subscriptions/${id}?prorate=false`, {}],
  ])
  const other = await stripe.createCheckout({ ...request, checkoutId: 'd'.repeat(32) })
  expect(await sent(() => stripe.expireCheckout?.(other.sessionId) ?? Promise.reject())).toEqual([
    [`POST /v1/checkout/sessions/${other.sessionId}/expire`, {}],
  ])
})

test('a checkout is sent as a form with its id as idempotency key, and a second click shares the session', async () => {
  const first = await stripe.createCheckout(request)
  const second = await stripe.createCheckout(request)
  expect(second).toEqual(first)
  expect(first.expiresAt).toBeGreaterThan(fake.clock.now())
  for (const { headers } of fake.server.log)
    expect(headers).toMatchObject({
      authorization: 'Bearer',
      'content-type': 'application/x-www-form-urlencoded',
      'idempotency-key': checkoutId,
      'stripe-version': '2026-10-28.endive',
    })
  expect(fake.server.log[0]?.headers).not.toHaveProperty('x-stripe-client-telemetry')
})

test('a repeated request has the same idempotency key', async () => {
  fake.server.fault = { status: 503, body: {} }
  await expect(stripe.createCheckout(request)).rejects.toMatchObject({
    failure: 'unavailable',
    status: undefined,
  })
  expect(fake.server.log.map(({ headers }) => headers['idempotency-key'])).toEqual([
    checkoutId,
    checkoutId,
    checkoutId,
  ])
})

test('tax and merchant of record are asked for where they are switched on', async () => {
  const sentBy = (settings: Partial<ProviderSettings>, id: string) =>
    sent(() => create(settings).createCheckout({ ...request, checkoutId: id.repeat(32) }))
  expect(await sentBy({ automaticTax: true }, 'e')).toMatchObject([
    [expect.anything(), { 'automatic_tax[enabled]': 'true', 'tax_id_collection[enabled]': 'true' }],
  ])
  expect(await sentBy({ managedPayments: true }, 'f')).toMatchObject([
    [expect.anything(), { 'managed_payments[enabled]': 'true' }],
  ])
})

test('a checkout expires once; a paid one does not', async () => {
  const { sessionId, url } = await stripe.createCheckout(request)
  await stripe.expireCheckout?.(sessionId)
  await stripe.expireCheckout?.(sessionId)
  expect((await press(url, 'pay')).status).toBe(410)
  const other = await stripe.createCheckout({ ...request, checkoutId: 'b'.repeat(32) })
  await press(other.url, 'pay')
  await expect(stripe.expireCheckout?.(other.sessionId)).rejects.toMatchObject({
    failure: 'rejected',
    status: 400,
  })
  await expect(stripe.expireCheckout?.('cs_unknown')).rejects.toMatchObject({
    failure: 'rejected',
    status: 404,
  })
})

test('a cancellation in the portal is resumed by clearing cancel_at', async () => {
  const { id, customerId } = await subscribe()
  const portal = await stripe.portalUrl(
    { id, customerId },
    { accountId: 7, returnUrl: 'http://localhost:4680' },
  )
  await press(new URL(`/__portal/${id}`, portal).href, 'cancel')
  expect(await sent(() => stripe.resume(id))).toEqual([
    [`GET /v1/subscriptions/${id}`, {}],
    [`POST /v1/subscriptions/${id}`, { cancel_at: '' }],
  ])
  expect(await stripe.getSubscription(id)).toMatchObject({
    status: 'active',
    cancelAt: null,
    interval: 'yearly',
  })
})

test.each([
  [{ status: 'incomplete' }, 'pending'],
  [{ status: 'trialing' }, 'trialing'],
  [{ status: 'past_due' }, 'past_due'],
  [{ status: 'paused' }, 'paused'],
  [{ pause_collection: { behavior: 'void' } }, 'paused'],
  [{ status: 'canceled', pause_collection: { behavior: 'void' } }, 'ended'],
  [{ status: 'unpaid' }, 'ended'],
  [{ status: 'incomplete_expired' }, 'ended'],
])('%o is %s', async (fields, status) => {
  const { id } = await subscribe()
  fake.overrides.set(id, fields)
  const subscription = await stripe.getSubscription(id)
  expect(subscription).toMatchObject({ status })
  expect(subscription).not.toHaveProperty('unknownStatus')
})

test('a subscription that ends at the end of its period may say so in one field only', async () => {
  const { id, periodEnd } = await subscribe()
  fake.overrides.set(id, { cancel_at_period_end: true, cancel_at: null })
  expect(await stripe.getSubscription(id)).toMatchObject({ cancelAt: periodEnd })
})

test('a paused collection is resumed by clearing it', async () => {
  const { id } = await subscribe()
  fake.overrides.set(id, { pause_collection: { behavior: 'void' } })
  expect((await sent(() => stripe.resume(id)))[1]).toEqual([
    `POST /v1/subscriptions/${id}`,
    { pause_collection: '' },
  ])
  expect(await stripe.getSubscription(id)).toMatchObject({ status: 'active' })
})

test('an answer without the fields of an error is no success', async () => {
  const { id, customerId } = await subscribe()
  const { sessionId } = await stripe.createCheckout({ ...request, checkoutId: 'b'.repeat(32) })
  fake.failRenewal(id)
  const proxied: typeof fetch = async (url, init) =>
    init?.method === 'POST' ? Response.json({ message: 'Forbidden' }, { status: 403 }) : fetch(url, init)
  const behindProxy = createStripe(fake.settings, { fetch: proxied, clock: fake.clock.now })
  const acts = [
    () => behindProxy.retryPayment?.({ id, customerId }),
    () => behindProxy.expireCheckout?.(sessionId),
  ]
  for (const act of acts) await expect(act()).rejects.toMatchObject({ failure: 'unavailable' })
})

test('a key of the other mode is not used', async () => {
  const live = create({ apiKey: 'sk_live_4eC39HqLyj' })
  const test = create({ testMode: false })
  expect(await live.testConnection()).toMatchObject({
    success: false,
    message: expect.stringContaining('a live key'),
  })
  expect(await test.testConnection()).toMatchObject({
    success: false,
    message: expect.stringContaining('a test key'),
  })
  await expect(live.createCheckout(request)).rejects.toMatchObject({ failure: 'misconfigured' })
  await expect(test.createCheckout(request)).rejects.toMatchObject({ failure: 'misconfigured' })
  expect(fake.server.log).toEqual([])
})

test('where the key does not say its mode, the answer does', async () => {
  const session = {
    id: 'cs_1',
    url: 'https://checkout.stripe.com/c/1',
    expires_at: 1_795_000_000,
    livemode: true,
  }
  fake.server.fault = { status: 200, body: session }
  const organization = create({ apiKey: 'sk_org_4eC39HqLyj' })
  await expect(organization.createCheckout(request)).rejects.toMatchObject({ failure: 'misconfigured' })
  expect(await organization.testConnection()).toMatchObject({
    success: false,
    message: expect.stringContaining('a live key'),
  })
  fake.server.fault = {
    status: 404,
    body: {
      error: {
        type: 'invalid_request_error',
        code: 'resource_missing',
        message:
          "No such subscription: 'sub_1'; a similar object exists in live mode, but a test mode key was used",
      },
    },
  }
  await expect(stripe.getSubscription('sub_1')).rejects.toMatchObject({
    failure: 'misconfigured',
    status: 404,
  })
})

test('a page of another scheme than https is not passed on', async () => {
  const session = { id: 'cs_1', url: 'javascript:alert(1)', expires_at: 1_795_000_000, livemode: false }
  fake.server.fault = { status: 200, body: session }
  await expect(stripe.createCheckout(request)).rejects.toMatchObject({ failure: 'unavailable' })
})

test('webhooks name the checkout, the invoice’s subscription and disputes', async () => {
  const read = (type: string, object: object) => {
    const body = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } })
    const seconds = Math.floor(fake.clock.now() / 1000)
    return stripe.readWebhook(
      Buffer.from(body),
      signStripeWebhook({ id: 'evt_1', type, body }, fake.settings.webhookSecret, seconds),
    )
  }
  const stored = { metadata: { checkout_id: checkoutId } }
  expect(
    await read('checkout.session.completed', {
      id: 'cs_1',
      subscription: 'sub_1',
      customer: 'cus_1',
      ...stored,
    }),
  ).toEqual({
    id: 'evt_1',
    type: 'checkout.session.completed',
    about: 'checkout',
    subscriptionId: 'sub_1',
    customerId: 'cus_1',
    checkoutId,
  })
  const parent = { type: 'subscription_details', subscription_details: { subscription: 'sub_1' } }
  expect(
    await read('invoice.payment_failed', { id: 'in_1', customer: { id: 'cus_1' }, parent }),
  ).toMatchObject({
    about: 'invoice',
    subscriptionId: 'sub_1',
    customerId: 'cus_1',
  })
  const dispute = { id: 'dp_1', charge: 'ch_1', payment_intent: 'pi_1', metadata: {} }
  for (const [status, state] of [
    ['warning_needs_response', 'open'],
    ['won', 'won'],
    ['lost', 'lost'],
    ['prevented', 'closed'],
  ])
    expect(await read('charge.dispute.updated', { ...dispute, status })).toEqual({
      id: 'evt_1',
      type: 'charge.dispute.updated',
      about: 'dispute',
      paymentId: 'ch_1',
      dispute: { id: 'dp_1', state },
    })
  expect(await read('refund.updated', { id: 're_1' })).toMatchObject({ about: 'invoice' })
  expect(await read('customer.updated', { id: 'cus_1' })).toMatchObject({ about: 'other' })
  expect(await read('customer.subscription.updated', { id: 7, metadata: 'x' })).toEqual({
    id: 'evt_1',
    type: 'customer.subscription.updated',
    about: 'subscription',
  })
})

test('what is paused since its trial is resumed by an act of its own', async () => {
  const { id } = await subscribe()
  fake.overrides.set(id, { status: 'paused' })
  expect((await sent(() => stripe.resume(id)))[1]).toEqual([`POST /v1/subscriptions/${id}/resume`, {}])
  expect(await stripe.getSubscription(id)).toMatchObject({ status: 'active' })
})
