import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type FakeLemonsqueezy,
  startFakeLemonsqueezy,
} from '../../../../../dev/world/payments/fake-lemonsqueezy.ts'
import { startWebhookReceiver } from '../../../../../dev/world/payments/webhook-receiver.ts'
import type { PaymentProvider } from '../provider.ts'
import { createLemonsqueezy } from './lemonsqueezy.ts'

let fake: FakeLemonsqueezy
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>
let lemonsqueezy: PaymentProvider

beforeEach(async () => {
  fake = await startFakeLemonsqueezy()
  receiver = await startWebhookReceiver()
  fake.webhooks.url = receiver.url
  lemonsqueezy = createLemonsqueezy(fake.settings, { fetch, clock: fake.clock.now })
})
afterEach(async () => {
  await Promise.all([fake.server.stop(), receiver.stop()])
})

const checkoutId = 'a'.repeat(32)
const request = {
  checkoutId,
  accountId: 7,
  email: 'ada@example.com',
  name: 'Ada',
  priceRef: '101',
  interval: 'monthly' as const,
  amount: 500,
  successUrl: 'http://localhost:4680/billing?success=true',
  cancelUrl: 'http://localhost:4680/billing?canceled=true',
}
const day = 24 * 3_600_000
const press = (url: string, button: string) =>
  fetch(`${url}/${button}`, { method: 'POST', redirect: 'manual' })

/** What the webhooks since the last call are about, read as the server reads them. */
async function readWebhooks() {
  receiver.received.length = 0
  await fake.webhooks.deliver()
  return Promise.all(
    receiver.received.map(({ rawBody, headers }) =>
      lemonsqueezy.readWebhook(rawBody, { 'x-signature': headers['x-signature']?.toString() }),
    ),
  )
}

/** The id of the subscription that a paid checkout leads to, as the webhook reports it. */
async function subscribe(): Promise<string> {
  const { url } = await lemonsqueezy.createCheckout(request)
  await press(url, 'pay')
  const event = (await readWebhooks()).find(({ type }) => type === 'subscription_created')
  expect(event).toMatchObject({ about: 'subscription', checkoutId })
  return event?.subscriptionId ?? ''
}
const state = async (id: string) => (await lemonsqueezy.getSubscription(id)) ?? { status: 'unknown' }

test('each change has its webhooks', async () => {
  const { url, expiresAt } = await lemonsqueezy.createCheckout(request)
  expect(expiresAt).toBe(fake.clock.now() + day)
  await press(url, 'pay')
  const started = await readWebhooks()
  const id = started.at(-1)?.subscriptionId ?? ''
  expect(
    started.map(({ type, about, subscriptionId, checkoutId: ours }) => [type, about, subscriptionId, ours]),
  ).toEqual([
    ['order_created', 'other', undefined, undefined],
    ['subscription_created', 'subscription', id, checkoutId],
    ['subscription_payment_success', 'invoice', id, checkoutId],
  ])
  fake.refund(id)
  const reason = { reason: 'other', comment: '' } as const
  await lemonsqueezy.cancelAtPeriodEnd(id, reason)
  await lemonsqueezy.resume(id)
  await lemonsqueezy.cancelNow(id)
  expect((await readWebhooks()).map(({ type }) => type)).toEqual([
    'subscription_payment_refunded',
    ...['subscription_cancelled', 'subscription_updated', 'subscription_resumed', 'subscription_updated'],
    ...['subscription_cancelled', 'subscription_updated'],
  ])
})

test('its date ends a subscription before lemonsqueezy itself says `expired`', async () => {
  const id = await subscribe()
  await lemonsqueezy.cancelNow(id)
  const { periodEnd: endsAt = null } = (await lemonsqueezy.getSubscription(id)) ?? {}
  fake.clock.advance((endsAt ?? 0) - fake.clock.now())
  expect(await state(id)).toMatchObject({ status: 'ended', cancelAt: null, endedAt: endsAt })
  fake.endPeriod(id)
  expect(await state(id)).toMatchObject({ status: 'ended', cancelAt: null, endedAt: endsAt })
})

test('portal and invoice come from a fresh answer, for the own subscription only', async () => {
  const id = await subscribe()
  const subscription = { id, customerId: null }
  fake.server.log.length = 0
  await lemonsqueezy.portalUrl(subscription, { accountId: 7, returnUrl: 'http://localhost:4680/' })
  expect(fake.server.log.map(({ method, path }) => [method, path])).toEqual([
    ['GET', `/v1/subscriptions/${id}`],
  ])
  const [invoice] = await lemonsqueezy.listInvoices(subscription)
  const invoiceId = invoice?.id ?? ''
  expect(await lemonsqueezy.invoiceUrl(invoiceId, subscription)).toBe(
    `${fake.server.url}/__invoice/${invoiceId}.pdf`,
  )
  fake.failRenewal(id)
  const [unpaid] = await lemonsqueezy.listInvoices(subscription)
  expect(await lemonsqueezy.invoiceUrl(unpaid?.id ?? '', subscription)).toBeUndefined()
})

test('lists no invoices of others when lemonsqueezy ignores the filter', async () => {
  const id = await subscribe()
  const headers = { authorization: `Bearer ${fake.settings.apiKey}`, accept: 'application/vnd.api+json' }
  const answer = await fetch(`${fake.server.url}/v1/subscription-invoices`, { headers })
  const { data } = (await answer.json()) as { data: [{ attributes: object }] }
  const other = { ...data[0], attributes: { ...data[0].attributes, subscription_id: 5 } }
  fake.server.fault = { status: 200, body: { data: [...data, other] } }
  expect(await lemonsqueezy.listInvoices({ id, customerId: null })).toHaveLength(1)
})

test('knows no subscription with another id, and never puts an id into a path that is none', async () => {
  expect(await lemonsqueezy.getSubscription('999999')).toBeUndefined()
  fake.server.log.length = 0
  for (const id of ['', '0', '-1', '1.5', '..', '../orders', '1/2', '1?x', '1\n', '१']) {
    expect(await lemonsqueezy.getSubscription(id)).toBeUndefined()
    expect(await lemonsqueezy.listInvoices({ id, customerId: null })).toEqual([])
    expect(await lemonsqueezy.invoiceUrl(id, { id })).toBeUndefined()
    await expect(lemonsqueezy.cancelNow(id)).rejects.toMatchObject({ failure: 'rejected', status: 404 })
  }
  expect(fake.server.log).toEqual([])
})

test.each([
  ['on_trial', 'trialing', undefined],
  ['active', 'active', undefined],
  ['past_due', 'past_due', undefined],
  ['paused', 'paused', undefined],
  ['pause', 'paused', undefined],
  ['unpaid', 'ended', undefined],
  ['expired', 'ended', undefined],
  ['frozen', 'pending', 'frozen'],
  ['constructor', 'pending', 'constructor'],
])('calls %s %s', async (word, status, unknownStatus) => {
  const id = await subscribe()
  fake.overrides.set(id, { status: word })
  const subscription = await lemonsqueezy.getSubscription(id)
  expect(subscription).toMatchObject({ status, cancelAt: null })
  expect(subscription?.unknownStatus).toBe(unknownStatus)
})

test('a canceled subscription runs until its date, and without a date it does not run', async () => {
  const id = await subscribe()
  const at = (ms: number) => new Date(fake.clock.now() + ms).toISOString()
  for (const [ends_at, status] of [
    [at(1), 'active'],
    [at(0), 'ended'],
    [at(-day), 'ended'],
    [null, 'ended'],
  ]) {
    fake.overrides.set(id, { status: 'cancelled', ends_at })
    expect((await state(id)).status, String(ends_at)).toBe(status)
  }
})

test('reports whether key, store and mode are right', async () => {
  const message = async (changes: object) => {
    const provider = createLemonsqueezy({ ...fake.settings, ...changes }, { fetch, clock: Date.now })
    const { success, message: text } = await provider.testConnection()
    return `${success}: ${text}`
  }
  expect(await message({})).toBe('true: Connected to Envhold Test in test mode.')
  expect(await message({ testMode: false })).toContain('false: This is not a key for live mode.')
  expect(await message({ storeId: '56' })).toContain('false: The API key does not belong to this store.')
  expect(await message({ storeId: 'shop' })).toContain('false: The store ID is a number.')
  expect(await message({ apiKey: 'other' })).toBe('false: Lemon Squeezy does not accept the API key.')
  fake.server.fault = 'close'
  expect(await message({})).toBe('false: Lemon Squeezy did not answer. Try again later.')
})

test('opens no checkout with a key of the other mode, or with another price or store', async () => {
  const live = await startFakeLemonsqueezy({ isLive: true })
  const create = (settings: object, changes = {}) =>
    createLemonsqueezy({ ...live.settings, ...settings }, { fetch, clock: Date.now }).createCheckout({
      ...request,
      ...changes,
    })
  const misconfigured = { name: 'PaymentError', failure: 'misconfigured' }
  await create({ testMode: false })
  await expect(create({})).rejects.toMatchObject(misconfigured)
  for (const priceRef of ['999', 'pro', ''])
    await expect(create({ testMode: false }, { priceRef })).rejects.toMatchObject(misconfigured)
  await expect(create({ testMode: false, storeId: '56' })).rejects.toMatchObject(misconfigured)
  await live.server.stop()
})

test('lemonsqueezy sends a webhook four times at most', async () => {
  receiver.status = 500
  const { url } = await lemonsqueezy.createCheckout(request)
  await press(url, 'pay')
  for (let minute = 0; minute < 10; minute++) {
    await fake.webhooks.deliver()
    fake.clock.advance(60_000)
  }
  expect(receiver.received).toHaveLength(12)
  expect(fake.webhooks.pending).toBe(0)
})
