import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { WebhookHeaders } from '../provider.ts'
import { createLemonsqueezy } from './lemonsqueezy.ts'

const secret = 'lemon-secret-0123456789'
const provider = (webhookSecret: string) =>
  createLemonsqueezy({ apiKey: 'x', webhookSecret, testMode: true }, { fetch, clock: Date.now })
const lemonsqueezy = provider(secret)

const checkoutId = 'a'.repeat(32)
const meta = (event_name: string) => ({ event_name, custom_data: { checkout_id: checkoutId } })
const subscription = { type: 'subscriptions', id: '7', attributes: { customer_id: 5, status: 'active' } }
const bytesOf = (event: unknown) => Buffer.from(JSON.stringify(event))
const body = bytesOf({ meta: meta('subscription_updated'), data: subscription })
const sign = (bytes: Uint8Array, by = secret) => createHmac('sha256', by).update(bytes).digest('hex')
const expectBad = (bytes: Uint8Array, headers: WebhookHeaders, from = lemonsqueezy) =>
  expect(from.readWebhook(bytes, headers)).rejects.toMatchObject({ name: 'BadSignatureError' })

test('the event of a body is its hash, so that a replay is recognized', async () => {
  const event = await lemonsqueezy.readWebhook(body, { 'x-signature': sign(body) })
  expect(event).toEqual({
    id: createHash('sha256').update(body).digest('hex'),
    type: 'subscription_updated',
    about: 'subscription',
    subscriptionId: '7',
    customerId: '5',
    checkoutId,
  })
  expect(await lemonsqueezy.readWebhook(body, { 'x-signature': sign(body) })).toEqual(event)
})

const invoice = { type: 'subscription-invoices', id: '9', attributes: { subscription_id: 7, customer_id: 5 } }
test.each([
  [
    { meta: { event_name: 'subscription_payment_failed' }, data: invoice },
    { about: 'invoice', subscriptionId: '7', customerId: '5' },
  ],
  [
    { meta: { event_name: 'subscription_created', custom_data: [] }, data: subscription },
    { about: 'subscription', subscriptionId: '7', customerId: '5' },
  ],
  [
    { meta: { event_name: 'subscription_created', custom_data: { checkout_id: 5 } }, data: subscription },
    { about: 'subscription', subscriptionId: '7', customerId: '5' },
  ],
  [{ meta: meta('order_created'), data: { type: 'orders', id: '1', attributes: {} } }, { about: 'other' }],
  [{ meta: meta('license_key_created') }, { about: 'other' }],
])('%j', async (event, expected) => {
  const bytes = bytesOf(event)
  const { id: _, ...read } = await lemonsqueezy.readWebhook(bytes, { 'x-signature': sign(bytes) })
  expect(read).toEqual({ type: event.meta.event_name, ...expected })
})

test('what is authentic but no event of lemonsqueezy is of no interest, or unreadable', async () => {
  for (const event of [{}, [], null, { meta: {} }, { meta: { event_name: 5 } }]) {
    const bytes = bytesOf(event)
    expect(await lemonsqueezy.readWebhook(bytes, { 'x-signature': sign(bytes) })).toMatchObject({
      type: 'unknown',
      about: 'other',
    })
  }
  for (const text of ['', '{', 'type=x'])
    await expectBad(Buffer.from(text), { 'x-signature': sign(Buffer.from(text)) })
})

test('without a secret or a signature, nothing is valid', async () => {
  await expectBad(body, { 'x-signature': createHmac('sha256', '').update(body).digest('hex') }, provider(''))
  for (const signature of [undefined, '']) await expectBad(body, { 'x-signature': signature })
  await expectBad(body, {})
})

/** The same bytes with one bit changed. */
const flip = (bytes: Uint8Array, bit: number): Buffer => {
  const changed = Buffer.from(bytes)
  const index = Math.floor(bit / 8) % changed.length
  changed[index] = (changed[index] ?? 0) ^ (1 << (bit % 8))
  return changed
}

test('accepts none of 1,000 forged or altered webhooks', async () => {
  const good = sign(body)
  const position = fc.nat(1_000_000)
  const attack = fc.oneof(
    position.map((bit) => ({ bytes: flip(body, bit), signature: good })),
    fc.nat(body.length - 1).map((length) => ({ bytes: body.subarray(0, length), signature: good })),
    fc
      .uint8Array({ minLength: 1, maxLength: 40 })
      .chain((extra) =>
        fc
          .constantFrom(Buffer.concat([body, extra]), Buffer.concat([extra, body]))
          .map((bytes) => ({ bytes, signature: good })),
      ),
    fc
      .string()
      .filter((candidate) => candidate !== secret)
      .map((wrongSecret) => ({ bytes: body, signature: sign(body, wrongSecret) })),
    position.map((bit) => ({ bytes: body, signature: flip(Buffer.from(good, 'hex'), bit).toString('hex') })),
    fc
      .constantFrom(
        good.toUpperCase(),
        `sha256=${good}`,
        ` ${good}`,
        `${good}\n`,
        `${good}, ${good}`,
        `${good}00`,
      )
      .map((signature) => ({ bytes: body, signature })),
    fc.nat(63).map((length) => ({ bytes: body, signature: good.slice(0, length) })),
    fc.constantFrom('base64', 'base64url').map((encoding) => ({
      bytes: body,
      signature: Buffer.from(good, 'hex').toString(encoding as 'base64'),
    })),
    fc.string().map((signature) => ({ bytes: body, signature })),
    fc.constant(0).map(() => {
      const time = Math.floor(Date.now() / 1000)
      const standard = createHmac('sha256', secret).update(`msg.${time}.${body}`).digest('base64')
      return { bytes: body, signature: `v1,${standard}` }
    }),
  )
  await fc.assert(
    fc.asyncProperty(attack, async ({ bytes, signature }) => {
      await expectBad(bytes, { 'x-signature': signature })
    }),
    { numRuns: 1_000 },
  )
})
