import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BadSignatureError } from '../payment-error.ts'
import { newSandboxSecret } from '../settings/payment-settings.ts'
import { readSandboxWebhook, type SignedWebhook, signSandboxWebhook } from './sandbox-subscription.ts'

const now = 1_800_000_000_000
const secret = newSandboxSecret()
const signed = signSandboxWebhook(
  secret,
  { type: 'subscription.active', data: { about: 'subscription', subscription_id: 's', checkout_id: 'c' } },
  now,
)
const read =
  (webhook: SignedWebhook, at = now, by = secret) =>
  () =>
    readSandboxWebhook(by, webhook, at)
const withHeaders = (headers: Record<string, string | undefined>): SignedWebhook => ({
  ...signed,
  headers: { ...signed.headers, ...headers },
})

test('what was signed is read, within five minutes', () => {
  for (const at of [now, now + 299_000, now - 299_000])
    expect(read(signed, at)()).toEqual({
      id: signed.headers['webhook-id'],
      type: 'subscription.active',
      about: 'subscription',
      subscriptionId: 's',
      checkoutId: 'c',
    })
  const rotated = `v1,AAAA ${signed.headers['webhook-signature']}`
  expect(read(withHeaders({ 'webhook-signature': rotated }))().type).toBe('subscription.active')
})

test('the scheme is that of Standard Webhooks: its published example verifies', () => {
  const example = {
    body: Buffer.from('{"test": 2432232314}'),
    headers: {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
  }
  const event = readSandboxWebhook('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', example, 1_614_265_330_000)
  expect(event).toEqual({ id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', type: 'unknown', about: 'other' })
})

test('another secret, time, id or body, and missing headers, are rejected', () => {
  const bad = [
    read(signed, now + 301_000),
    read(signed, now - 301_000),
    read(signed, now, newSandboxSecret()),
    read(signed, now, ''),
    read({ ...signed, body: Buffer.concat([signed.body, Buffer.from(' ')]) }),
    ...['webhook-id', 'webhook-timestamp', 'webhook-signature'].flatMap((name) => [
      read(withHeaders({ [name]: undefined })),
      read(withHeaders({ [name]: '' })),
      read(withHeaders({ [name]: `${signed.headers[name]}0` })),
    ]),
    read(withHeaders({ 'webhook-timestamp': '1.8e9' })),
    read(withHeaders({ 'webhook-signature': 'v1,' })),
  ]
  for (const one of bad) expect(one).toThrow(BadSignatureError)
})

test('no altered byte is accepted', () => {
  fc.assert(
    fc.property(fc.nat(signed.body.length - 1), fc.integer({ min: 1, max: 255 }), (index, mask) => {
      const body = Buffer.from(signed.body)
      body.writeUInt8(body.readUInt8(index) ^ mask, index)
      expect(read({ ...signed, body })).toThrow(BadSignatureError)
    }),
    { numRuns: 1_000 },
  )
})
