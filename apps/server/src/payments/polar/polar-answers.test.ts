import { createHmac, randomUUID } from 'node:crypto'
import { webhooks } from '@polar-sh/sdk/2026-10'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { WebhookHeaders } from '../provider.ts'
import { createPolar } from './polar.ts'

const textSecret = 'polar_whs_ovyN6cPrTv56AApvzCaJno08SSmGJmgbWilb33N2JuK'
const key = Buffer.from('0123456789abcdef0123456789abcdef')
const base64Secret = `whsec_${key.toString('base64')}`
const seconds = () => Math.floor(Date.now() / 1000)
const provider = (webhookSecret: string, clock = Date.now) =>
  createPolar({ apiKey: 'x', webhookSecret, testMode: true }, { fetch, clock })
const polar = provider(textSecret)

// U+FFFD is what a lenient decoder makes of bytes that are no UTF-8.
const data = { id: 's1', customer_id: 'c1', metadata: { checkout_id: 'a'.repeat(32) }, note: 'é �' }
const body = Buffer.from(JSON.stringify({ type: 'subscription.active', timestamp: 'x', data }))
const mac = (secretKey: string | Uint8Array, id: string, time: string, bytes: Uint8Array) =>
  createHmac('sha256', secretKey).update(`${id}.${time}.`).update(bytes).digest('base64')
const headersFor = (
  bytes: Uint8Array,
  time = String(seconds()),
  secretKey: string | Uint8Array = textSecret,
) => {
  const id = `msg_${randomUUID()}`
  return {
    'webhook-id': id,
    'webhook-timestamp': time,
    'webhook-signature': `v1,${mac(secretKey, id, time, bytes)}`,
  }
}
const expectBad = (bytes: Uint8Array, headers: WebhookHeaders, from = polar) =>
  expect(from.readWebhook(bytes, headers)).rejects.toMatchObject({ name: 'BadSignatureError' })

test('reads what polar has signed, with both kinds of key', async () => {
  const headers = headersFor(body)
  const event = {
    id: headers['webhook-id'],
    type: 'subscription.active',
    about: 'subscription',
    subscriptionId: 's1',
    customerId: 'c1',
    checkoutId: 'a'.repeat(32),
  }
  expect(await polar.readWebhook(body, headers)).toEqual(event)
  const standard = headersFor(body, undefined, key)
  expect(await provider(base64Secret).readWebhook(body, standard)).toMatchObject({ about: 'subscription' })
  const original = headersFor(body, undefined, base64Secret)
  expect(await provider(base64Secret).readWebhook(body, original)).toMatchObject({ about: 'subscription' })
})

test("accepts what polar's SDK accepts", async () => {
  for (const [secret, signedBy] of [
    [textSecret, textSecret],
    [base64Secret, key],
    [base64Secret, base64Secret],
    [key.toString('base64'), key],
  ] as const) {
    const headers = headersFor(body, undefined, signedBy)
    expect(await webhooks.validateEvent(body, headers, secret)).toMatchObject({ data: { id: 's1' } })
    expect(await provider(secret).readWebhook(body, headers)).toMatchObject({ subscriptionId: 's1' })
  }
})

test('a secret without a key signs nothing', async () => {
  const headers = headersFor(body, undefined, '')
  for (const secret of ['', 'whsec_']) await expectBad(body, headers, provider(secret))
})

test('tries every signature, as long as one key replaces another', async () => {
  const headers = headersFor(body)
  const old = `v1,${mac('old secret', headers['webhook-id'], headers['webhook-timestamp'], body)}`
  const both = { ...headers, 'webhook-signature': `${old} v2,x ${headers['webhook-signature']}` }
  expect(await polar.readWebhook(body, both)).toMatchObject({ subscriptionId: 's1' })
  await expectBad(body, { ...headers, 'webhook-signature': `${old} v1a,x` })
})

test.each([
  [
    { type: 'checkout.updated', data: { id: 'k1', subscription_id: 's1' } },
    { about: 'checkout', subscriptionId: 's1' },
  ],
  [
    { type: 'order.paid', data: { id: 'o1', subscription_id: 's1' } },
    { about: 'invoice', subscriptionId: 's1' },
  ],
  [{ type: 'order.paid', data: { id: 'o1', subscription_id: null } }, { about: 'invoice' }],
  [
    { type: 'refund.created', data: { id: 'r1', subscription_id: 's1', dispute: null } },
    { about: 'invoice', subscriptionId: 's1' },
  ],
  [
    { type: 'refund.created', data: { subscription_id: 's1', dispute: { id: 'd', status: 'prevented' } } },
    { about: 'dispute', subscriptionId: 's1', dispute: { id: 'd', state: 'closed' } },
  ],
  [{ type: 'benefit.created', data: { id: 'b1' } }, { about: 'other' }],
  [{ type: 'subscription.active' }, { about: 'other' }],
  [{ type: 'subscription.active', data: { id: 5, metadata: [] } }, { about: 'subscription' }],
  [
    { type: 'subscription.new_in_2027', data: { id: 's1' } },
    { about: 'subscription', subscriptionId: 's1' },
  ],
  [{ type: 'moon.full', data: { id: 's1' } }, { about: 'other' }],
])('%j', async (event, expected) => {
  const bytes = Buffer.from(JSON.stringify(event))
  const headers = headersFor(bytes)
  expect(await polar.readWebhook(bytes, headers)).toEqual({
    id: headers['webhook-id'],
    type: event.type,
    ...expected,
  })
})

test('what is authentic but no event of polar is of no interest, or unreadable', async () => {
  for (const text of ['{}', '[]', 'null', '{"type":5}'])
    expect(await polar.readWebhook(Buffer.from(text), headersFor(Buffer.from(text)))).toMatchObject({
      type: 'unknown',
      about: 'other',
    })
  for (const text of ['', '{', 'type=x']) await expectBad(Buffer.from(text), headersFor(Buffer.from(text)))
})

test('checks the time in both directions, by the clock that it is given', async () => {
  const at = (offset: number) => headersFor(body, String(seconds() + offset))
  for (const offset of [-290, 290]) await polar.readWebhook(body, at(offset))
  for (const offset of [-310, 310, -86_400, 86_400]) await expectBad(body, at(offset))
  const tomorrow = provider(textSecret, () => Date.now() + 86_400_000)
  await expectBad(body, at(0), tomorrow)
  expect(await tomorrow.readWebhook(body, at(86_400))).toMatchObject({ about: 'subscription' })
  await expectBad(
    body,
    at(0),
    provider(textSecret, () => Number.NaN),
  )
})

test('without a secret, or without one of the headers, nothing is valid', async () => {
  await expectBad(body, headersFor(body, undefined, ''), provider(''))
  const headers = headersFor(body)
  for (const name of Object.keys(headers))
    for (const value of [undefined, '']) await expectBad(body, { ...headers, [name]: value })
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
  const position = fc.nat(1_000_000)
  const attack = fc.oneof(
    position.map((bit) => ({ bytes: flip(body, bit), headers: headersFor(body) })),
    fc.nat(body.length - 1).map((length) => ({ bytes: body.subarray(0, length), headers: headersFor(body) })),
    fc
      .uint8Array({ minLength: 1, maxLength: 40 })
      .chain((extra) =>
        fc
          .constantFrom(Buffer.concat([body, extra]), Buffer.concat([extra, body]))
          .map((bytes) => ({ bytes, headers: headersFor(body) })),
      ),
    fc
      .string()
      .filter((secret) => secret !== textSecret)
      .map((secret) => ({ bytes: body, headers: headersFor(body, undefined, secret) })),
    fc
      .integer({ min: 301, max: 10_000_000 })
      .chain((age) =>
        fc
          .constantFrom(age + 1, -age - 1)
          .map((offset) => ({ bytes: body, headers: headersFor(body, String(seconds() + offset)) })),
      ),
    fc.constantFrom(' %', '%.0', '0%', '+%', '%e0', '%\n', '%abc', '0x1').map((form) => {
      // The signature is made over the number, as the SDK reads it.
      const headers = headersFor(body)
      return {
        bytes: body,
        headers: { ...headers, 'webhook-timestamp': form.replace('%', headers['webhook-timestamp']) },
      }
    }),
    fc.string().map((id) => ({ bytes: body, headers: { ...headersFor(body), 'webhook-id': id } })),
    position.map((bit) => {
      const headers = headersFor(body)
      const altered = flip(Buffer.from(headers['webhook-signature'].slice(3), 'base64'), bit).toString(
        'base64',
      )
      return { bytes: body, headers: { ...headers, 'webhook-signature': `v1,${altered}` } }
    }),
    fc.constantFrom('v1a,', 'v2,', '', 'v1=', 'sha256=', 'v1, ,').map((scheme) => {
      const headers = headersFor(body)
      const signature = `${scheme}${headers['webhook-signature'].slice(3)}`
      return { bytes: body, headers: { ...headers, 'webhook-signature': signature } }
    }),
    fc.constantFrom('stripe-signature', 'x-signature').map((name) => ({
      bytes: body,
      headers: { [name]: createHmac('sha256', textSecret).update(body).digest('hex') },
    })),
    fc
      .constantFrom(
        Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body]),
        Buffer.from(body.toString('latin1').replace('\xef\xbf\xbd', '\xff'), 'latin1'),
      )
      .map((bytes) => ({ bytes, headers: headersFor(body) })),
  )
  await fc.assert(
    fc.asyncProperty(attack, async ({ bytes, headers }) => {
      await expectBad(bytes, headers)
    }),
    { numRuns: 1_000 },
  )
})
