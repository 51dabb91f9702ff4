import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FakePolar, startFakePolar } from '../../../../../dev/world/payments/fake-polar.ts'
import { startWebhookReceiver } from '../../../../../dev/world/payments/webhook-receiver.ts'
import type { PaymentProvider } from '../provider.ts'
import { createPolar } from './polar.ts'

let fake: FakePolar
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>
let polar: PaymentProvider

beforeEach(async () => {
  fake = await startFakePolar()
  receiver = await startWebhookReceiver()
  fake.webhooks.url = receiver.url
  polar = createPolar(fake.settings, { fetch, clock: fake.clock.now })
})
afterEach(async () => {
  await Promise.all([fake.server.stop(), receiver.stop()])
})

const checkoutId = 'a'.repeat(32)
const request = (changes = {}) => ({
  checkoutId,
  accountId: 7,
  email: 'ada@example.com',
  name: 'Ada',
  priceRef: fake.prices[0]?.ref ?? '',
  interval: 'monthly' as const,
  amount: 500,
  successUrl: 'http://localhost:4680/billing?success=true',
  cancelUrl: 'http://localhost:4680/billing?canceled=true',
  ...changes,
})
const press = (url: string, button: string) =>
  fetch(`${url}/${button}`, { method: 'POST', redirect: 'manual' })

/** The subscription that a paid checkout leads to. */
async function subscribe() {
  const { sessionId, url } = await polar.createCheckout(request())
  expect((await press(url, 'pay')).headers.get('location')).toBe(request().successUrl)
  const subscription = await polar.findByCheckout?.({ checkoutId, sessionId, accountId: 7 })
  if (!subscription) throw new Error('The checkout led to no subscription')
  return subscription
}

/** What the webhooks since the last call are about, read as the server reads them. */
async function readWebhooks() {
  receiver.received.length = 0
  await fake.webhooks.deliver()
  return Promise.all(
    receiver.received.map(({ rawBody, headers }) =>
      polar.readWebhook(rawBody, {
        'webhook-id': headers['webhook-id']?.toString(),
        'webhook-timestamp': headers['webhook-timestamp']?.toString(),
        'webhook-signature': headers['webhook-signature']?.toString(),
      }),
    ),
  )
}

test('each change has its webhooks', async () => {
  const { url, expiresAt } = await polar.createCheckout(request())
  expect(expiresAt).toBe(fake.clock.now() + 3_600_000)
  expect(await (await fetch(url)).text()).toContain('canceled=true')
  await press(url, 'pay')
  const started = await readWebhooks()
  const id = started.at(-1)?.subscriptionId ?? ''
  expect(
    started.map(({ type, about, subscriptionId, checkoutId: ours }) => [type, about, subscriptionId, ours]),
  ).toEqual([
    ['checkout.created', 'checkout', undefined, checkoutId],
    ['checkout.updated', 'checkout', id, checkoutId],
    ['subscription.created', 'subscription', id, checkoutId],
    ['subscription.active', 'subscription', id, checkoutId],
    ['order.created', 'invoice', id, checkoutId],
    ['order.paid', 'invoice', id, checkoutId],
  ])
  fake.refund(id)
  const reason = { reason: 'poor_experience', comment: 'Too slow' } as const
  await polar.cancelAtPeriodEnd(id, reason)
  await polar.resume(id)
  await polar.cancelAtPeriodEnd(id, reason)
  fake.endPeriod(id)
  expect((await readWebhooks()).map(({ type }) => type)).toEqual([
    ...['refund.created', 'order.refunded', 'subscription.canceled', 'subscription.updated'],
    ...['subscription.uncanceled', 'subscription.updated', 'subscription.canceled', 'subscription.updated'],
    ...['subscription.revoked', 'subscription.updated'],
  ])
})

test('a PDF of an invoice is made when it is first wanted, for its own subscription only', async () => {
  const subscription = await subscribe()
  const [invoice] = await polar.listInvoices(subscription)
  const { id = '' } = invoice ?? {}
  const url = `${fake.server.url}/__invoice/${id}.pdf`
  expect(await polar.invoiceUrl(id, subscription)).toBe(url)
  expect(await polar.invoiceUrl(id, subscription)).toBe(url)
  fake.failRenewal(subscription.id)
  const [unpaid] = await polar.listInvoices(subscription)
  expect(await polar.invoiceUrl(unpaid?.id ?? '', subscription)).toBeUndefined()
})

test('lists no invoices of others when polar ignores the filter', async () => {
  const subscription = await subscribe()
  fake.server.fault = {
    status: 200,
    body: {
      items: [
        await orderOf(subscription.id),
        { ...(await orderOf(subscription.id)), subscription_id: crypto.randomUUID() },
      ],
    },
  }
  expect(await polar.listInvoices(subscription)).toHaveLength(1)
})
async function orderOf(id: string): Promise<object> {
  const headers = { authorization: `Bearer ${fake.settings.apiKey}`, 'polar-version': '2026-10' }
  const answer = await fetch(`${fake.server.url}/v1/orders/?subscription_id=${id}`, { headers })
  return ((await answer.json()) as { items: object[] }).items[0] ?? {}
}

test('finds the subscription of a checkout through the customer, and only its own', async () => {
  const { id } = await subscribe()
  const other = { checkoutId: 'b'.repeat(32), sessionId: crypto.randomUUID(), accountId: 7 }
  expect(await polar.findByCheckout?.(other)).toBeUndefined()
  expect(await polar.findByCheckout?.({ ...other, checkoutId })).toMatchObject({ id })
  expect(await polar.findByCheckout?.({ ...other, checkoutId, accountId: 8 })).toBeUndefined()
  const { sessionId, url } = await polar.createCheckout(request())
  await press(url, 'pay')
  const direct = await polar.findByCheckout?.({ ...other, checkoutId, sessionId })
  expect(direct?.checkoutId).toBe(checkoutId)
  for (const known of [id, direct?.id ?? ''])
    fake.overrides.set(known, { metadata: { checkout_id: 'c'.repeat(32) } })
  expect(await polar.findByCheckout?.({ ...other, checkoutId })).toBeUndefined()
  expect(await polar.findByCheckout?.({ ...other, checkoutId, sessionId })).toBeUndefined()
})

test('knows no subscription with another id, and never puts an id into a path that is none', async () => {
  expect(await polar.getSubscription(crypto.randomUUID())).toBeUndefined()
  fake.server.log.length = 0
  for (const id of ['', '..', '../orders', '%2e%2e', 'a/b', `${crypto.randomUUID()}?x`]) {
    expect(await polar.getSubscription(id)).toBeUndefined()
    expect(await polar.listInvoices({ id, customerId: null })).toEqual([])
    expect(await polar.invoiceUrl(id, { id })).toBeUndefined()
    await expect(polar.cancelNow(id)).rejects.toMatchObject({ failure: 'rejected', status: 404 })
  }
  expect(fake.server.log).toEqual([])
})

test('waits for a locked subscription, and gives up when it stays locked', async () => {
  const { id } = await subscribe()
  fake.lock(id, 2)
  await polar.cancelAtPeriodEnd(id, { reason: 'other', comment: '' })
  fake.lock(id, 3)
  await expect(polar.cancelNow(id)).rejects.toMatchObject({ failure: 'unavailable', status: 409 })
})

test.each([
  ['incomplete', 'pending', undefined],
  ['trialing', 'trialing', undefined],
  ['active', 'active', undefined],
  ['past_due', 'past_due', undefined],
  ['paused', 'paused', undefined],
  ['canceled', 'ended', undefined],
  ['unpaid', 'ended', undefined],
  ['incomplete_expired', 'ended', undefined],
  ['frozen', 'pending', 'frozen'],
  ['constructor', 'pending', 'constructor'],
])('calls %s %s', async (word, status, unknownStatus) => {
  const { id } = await subscribe()
  fake.overrides.set(id, { status: word, cancel_at_period_end: true, recurring_interval: 'week' })
  const subscription = await polar.getSubscription(id)
  expect(subscription).toMatchObject({ status, interval: null })
  expect(subscription?.unknownStatus).toBe(unknownStatus)
  expect(subscription?.cancelAt === null).toBe(status === 'ended')
})

test('reports whether key and organization are right', async () => {
  const message = async (changes: object) => {
    const { success, message: text } = await createPolar(
      { ...fake.settings, ...changes },
      { fetch, clock: Date.now },
    ).testConnection()
    return `${success}: ${text}`
  }
  expect(await message({})).toBe('true: Connected to Envhold Test in test mode (sandbox).')
  expect(await message({ organizationId: 'x' })).toContain(
    'false: The access token belongs to another organization.',
  )
  expect(await message({ apiKey: 'polar_oat_other' })).toContain(
    'false: Polar does not accept the access token. A token of its production',
  )
  fake.server.fault = { status: 200, body: { items: [] } }
  expect(await message({})).toBe('false: The access token belongs to no organization.')
  fake.server.fault = { status: 503 }
  expect(await message({})).toBe('false: Polar did not answer. Try again later.')
})

test('polar switches the endpoint off after ten failures in a row', async () => {
  receiver.status = 500
  await polar.createCheckout(request())
  for (let hour = 0; hour < 12; hour++) {
    await fake.webhooks.deliver()
    fake.clock.advance(5 * 3_600_000)
  }
  expect([receiver.received.length, fake.webhooks.switchedOff]).toEqual([10, true])
  receiver.status = 200
  await subscribe()
  await fake.webhooks.deliver()
  expect(receiver.received).toHaveLength(10)
})

test('a new price leaves a scheduled change alone', async () => {
  const { id } = await subscribe()
  const [, year, larger] = fake.prices
  const [subscription] = fake.life.subscriptions.values()
  if (subscription) fake.life.schedule(subscription, year)
  await polar.setRenewalPrice(id, { priceRef: larger?.ref ?? '', amount: 2_900 })
  expect(await polar.getSubscription(id)).toMatchObject({ scheduledPriceRef: year?.ref })
})
