// What each call sends. An SDK that sends something else after an upgrade fails here.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakePolar, startFakePolar } from '../../../../../dev/world/payments/fake-polar.ts'
import type { PaymentProvider } from '../provider.ts'
import { createPolar } from './polar.ts'

let fake: FakePolar
let polar: PaymentProvider
let id: string
let customerId: string | null
let sessionId: string
const checkoutId = 'a'.repeat(32)
const request = {
  checkoutId,
  accountId: 7,
  email: 'ada@example.com',
  name: 'Ada',
  priceRef: '',
  interval: 'monthly' as const,
  amount: 500,
  successUrl: 'http://localhost:4680/done',
  cancelUrl: 'http://localhost:4680/back',
}

beforeAll(async () => {
  fake = await startFakePolar()
  polar = createPolar(fake.settings, { fetch, clock: fake.clock.now })
  request.priceRef = fake.prices[0]?.ref ?? ''
  const checkout = await polar.createCheckout(request)
  sessionId = checkout.sessionId
  await fetch(`${checkout.url}/pay`, { method: 'POST', redirect: 'manual' })
  const subscription = await polar.findByCheckout?.({ checkoutId, sessionId, accountId: 7 })
  id = subscription?.id ?? ''
  customerId = subscription?.customerId ?? null
})
afterAll(() => fake.server.stop())

/** Method, path and body of the requests that an act sends; each has the headers that polar needs. */
async function sent(act: () => Promise<unknown> | undefined): Promise<unknown[]> {
  fake.server.log.length = 0
  await act()
  return fake.server.log.map(({ method, path, headers, body }) => {
    expect(headers).toMatchObject({
      authorization: 'Bearer',
      'polar-version': '2026-10',
      'content-type': 'application/json',
    })
    return body ? [method, path, JSON.parse(body)] : [method, path]
  })
}

test('a connection', async () => {
  const path = '/v1/organizations/?page=1&limit=1&sorting=created_at'
  expect(await sent(() => polar.testConnection())).toEqual([['GET', path]])
})

test('a checkout', async () => {
  const body = {
    products: [request.priceRef],
    external_customer_id: '7',
    customer_email: 'ada@example.com',
    customer_name: 'Ada',
    metadata: { checkout_id: checkoutId },
    allow_discount_codes: true,
    success_url: request.successUrl,
    return_url: request.cancelUrl,
  }
  expect(await sent(() => polar.createCheckout(request))).toEqual([['POST', '/v1/checkouts/', body]])
})

test('reading', async () => {
  const subscription = ['GET', `/v1/subscriptions/${id}`]
  expect(await sent(() => polar.getSubscription(id))).toEqual([subscription])
  const where = { checkoutId, sessionId, accountId: 7 }
  expect(await sent(() => polar.findByCheckout?.(where))).toEqual([
    ['GET', `/v1/checkouts/${sessionId}`],
    subscription,
  ])
  const missing = crypto.randomUUID()
  expect(await sent(() => polar.findByCheckout?.({ ...where, sessionId: missing }))).toEqual([
    ['GET', `/v1/checkouts/${missing}`],
    ['GET', '/v1/customers/external/7/state'],
    subscription,
  ])
})

test('invoices', async () => {
  const list = `/v1/orders/?subscription_id=${id}&page=1&limit=24&sorting=-created_at`
  expect(await sent(() => polar.listInvoices({ id, customerId }))).toEqual([['GET', list]])
  const [invoice] = await polar.listInvoices({ id, customerId })
  const order = `/v1/orders/${invoice?.id}`
  expect(await sent(() => polar.invoiceUrl(invoice?.id ?? '', { id }))).toEqual([
    ['GET', order],
    ['POST', `${order}/invoice`],
    ['GET', `${order}/invoice`],
  ])
})

test('a portal', async () => {
  const returnUrl = 'http://localhost:4680/'
  const open = (customer: string | null) => () =>
    polar.portalUrl({ id, customerId: customer }, { accountId: 7, returnUrl })
  expect(await sent(open(customerId))).toEqual([
    ['POST', '/v1/customer-sessions/', { customer_id: customerId, return_url: returnUrl }],
  ])
  expect(await sent(open(null))).toEqual([
    ['POST', '/v1/customer-sessions/', { external_customer_id: '7', return_url: returnUrl }],
  ])
})

test.each([
  ['user_requested', 'other'],
  ['too_expensive', 'too_expensive'],
  ['missing_features', 'missing_features'],
  ['poor_experience', 'low_quality'],
  ['switching_provider', 'switched_service'],
  ['temporary_pause', 'other'],
  ['other', 'other'],
] as const)('canceling because of %s, and resuming', async (reason, word) => {
  const path = `/v1/subscriptions/${id}`
  const fields = { cancel_at_period_end: true, customer_cancellation_reason: word }
  expect(await sent(() => polar.cancelAtPeriodEnd(id, { reason, comment: 'Bye' }))).toEqual([
    ['PATCH', path, { ...fields, customer_cancellation_comment: 'Bye' }],
  ])
  expect(await sent(() => polar.resume(id))).toEqual([
    ['GET', path],
    ['PATCH', path, { cancel_at_period_end: false }],
  ])
  expect(await sent(() => polar.resume(id))).toEqual([['GET', path]])
  expect(await sent(() => polar.cancelAtPeriodEnd(id, { reason, comment: '' }))).toEqual([
    ['PATCH', path, fields],
  ])
  await polar.resume(id)
})

test('resuming what is paused', async () => {
  const path = `/v1/subscriptions/${id}`
  fake.overrides.set(id, { status: 'paused' })
  expect(await sent(() => polar.resume(id))).toEqual([
    ['GET', path],
    ['PATCH', path, { resume: true }],
  ])
  fake.overrides.delete(id)
})

test('ending at once', async () => {
  expect(await sent(() => polar.cancelNow(id))).toEqual([['DELETE', `/v1/subscriptions/${id}`]])
})
