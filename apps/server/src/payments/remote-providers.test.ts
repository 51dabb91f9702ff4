// What stripe and dodo have in common: failures and forged webhooks, through their SDKs and over HTTP.

import { execFile } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { inspect, promisify } from 'node:util'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { signDodoWebhook, startFakeDodo } from '../../../../dev/world/payments/fake-dodo.ts'
import type { Fault } from '../../../../dev/world/payments/fake-server.ts'
import { signStripeWebhook, startFakeStripe } from '../../../../dev/world/payments/fake-stripe.ts'
import { createDodo } from './dodo/dodo.ts'
import { BadSignatureError, PaymentError } from './payment-error.ts'
import type { PaymentProvider, ProviderSubscription, WebhookHeaders } from './provider.ts'
import { createStripe } from './stripe/stripe.ts'

const providers = [
  {
    id: 'stripe',
    start: startFakeStripe,
    create: createStripe,
    sign: signStripeWebhook,
    module: './stripe/stripe.ts',
  },
  { id: 'dodo', start: startFakeDodo, create: createDodo, sign: signDodoWebhook, module: './dodo/dodo.ts' },
] as const

const email = 'ada@example.com'
const checkoutId = 'c0ffee00'.repeat(4)
const requestFor = (priceRef: string, id = checkoutId) => ({
  checkoutId: id,
  accountId: 7,
  email,
  name: 'Ada',
  priceRef,
  interval: 'monthly' as const,
  amount: 500,
  successUrl: 'http://localhost:4680/billing?success=true',
  cancelUrl: 'http://localhost:4680/billing?canceled=true',
})
const press = (url: string, button: string) =>
  fetch(`${url}/${button}`, { method: 'POST', redirect: 'manual' })
const cancellation = { reason: 'too_expensive', comment: 'Too much for me' } as const

describe.each(providers)('$id', ({ id: providerId, start, create, sign, module }) => {
  let fake: Awaited<ReturnType<typeof start>>
  let provider: PaymentProvider

  beforeEach(async () => {
    fake = await start()
    provider = create(fake.settings, { fetch, clock: fake.clock.now })
  })
  afterEach(() => fake.server.stop())

  const request = () => requestFor(fake.prices[0]?.ref ?? '')

  async function subscribe(id = checkoutId): Promise<ProviderSubscription> {
    const { sessionId, url } = await provider.createCheckout(requestFor(fake.prices[0]?.ref ?? '', id))
    expect((await press(url, 'pay')).headers.get('location')).toBe(request().successUrl)
    const subscription = await provider.findByCheckout?.({ checkoutId: id, sessionId, accountId: 7 })
    if (!subscription) throw new Error('The checkout led to no subscription')
    return subscription
  }
  const read = async (id: string): Promise<ProviderSubscription> => {
    const subscription = await provider.getSubscription(id)
    if (!subscription) throw new Error('The subscription is unknown')
    return subscription
  }

  test('a failed payment is tried again', async () => {
    const { id, customerId } = await subscribe()
    await provider.retryPayment?.({ id, customerId })
    fake.failRenewal(id)
    fake.isCardDeclined = true
    await expect(provider.retryPayment?.({ id, customerId })).rejects.toMatchObject({
      failure: 'rejected',
      status: 402,
    })
    expect(await read(id)).toMatchObject({ status: 'past_due' })
    fake.isCardDeclined = false
    await provider.retryPayment?.({ id, customerId })
    expect(await read(id)).toMatchObject({ status: 'active' })
  })

  test('a word that is not known is pending, and never active', async () => {
    const { id } = await subscribe()
    for (const word of ['enchanted', 'constructor', 'ACTIVE']) {
      fake.overrides.set(id, { status: word })
      expect(await read(id)).toMatchObject({ status: 'pending', unknownStatus: word })
    }
    fake.overrides.set(id, { status: 7 })
    await expect(read(id)).rejects.toMatchObject({ failure: 'unavailable' })
  })

  test('what is paused is resumed, and what waits for its first payment is not', async () => {
    const { id, periodEnd } = await subscribe()
    await provider.cancelAtPeriodEnd(id, cancellation)
    fake.overrides.set(id, { status: 'paused' })
    expect(await read(id)).toMatchObject({ status: 'paused', cancelAt: periodEnd })
    await provider.resume(id)
    expect(await read(id)).toMatchObject({ status: 'active', cancelAt: null })
    fake.overrides.set(id, { status: 'future' })
    await expect(provider.resume(id)).rejects.toMatchObject({ failure: 'rejected' })
  })

  test('an act whose answer is none of the provider did not succeed', async () => {
    const { id, customerId } = await subscribe()
    fake.failRenewal(id)
    const stranger: typeof fetch = async (url, init) =>
      init?.method === 'GET'
        ? fetch(url, init)
        : Response.json({ message: 'Welcome to the hotel' }, { status: 200 })
    const captive = create(fake.settings, { fetch: stranger, clock: fake.clock.now })
    const acts = [
      () => captive.cancelAtPeriodEnd(id, cancellation),
      () => captive.cancelNow(id),
      () => captive.portalUrl({ id, customerId }, { accountId: 7, returnUrl: 'http://localhost' }),
    ]
    for (const act of acts) await expect(act()).rejects.toMatchObject({ failure: 'unavailable' })
    expect(await read(id)).toMatchObject({ status: 'past_due', cancelAt: null })
  })

  test('the connection is tested', async () => {
    expect(await provider.testConnection()).toMatchObject({
      success: true,
      message: expect.stringContaining('test'),
    })
    const wrong = create({ ...fake.settings, apiKey: 'wrong' }, { fetch, clock: fake.clock.now })
    expect(await wrong.testConnection()).toMatchObject({
      success: false,
      message: expect.stringContaining('accept'),
    })
    fake.server.fault = { status: 200, body: { unexpected: true } }
    expect(await provider.testConnection()).toMatchObject({ success: false })
    const remote = { ...fake.settings, baseUrl: 'https://example.com' }
    const elsewhere = create(remote, { fetch, clock: fake.clock.now })
    await expect(elsewhere.createCheckout(request())).rejects.toMatchObject({ failure: 'misconfigured' })
  })

  describe('failures', () => {
    // As an answer that quotes what it was asked.
    const echo = (apiKey: string) => ({
      error: { type: 'api_error', message: `${email} ${apiKey}` },
      code: `${email} ${apiKey}`,
      message: `${email} ${apiKey}`,
    })
    const json =
      (status: number) =>
      (apiKey: string): Fault => ({ status, body: echo(apiKey) })
    const cases: readonly [
      name: string,
      fault: (apiKey: string) => Fault,
      failure: string,
      status: number | undefined,
    ][] = [
      ['400', json(400), 'misconfigured', 400],
      ['401', json(401), 'misconfigured', 401],
      ['403', json(403), 'misconfigured', 403],
      ['404', json(404), 'misconfigured', 404],
      ['422', json(422), 'misconfigured', 422],
      [
        '429',
        (key) => ({ status: 429, body: echo(key), headers: { 'retry-after': '3600' } }),
        'unavailable',
        429,
      ],
      ['500', json(500), 'unavailable', 500],
      ['a closed connection', () => 'close', 'unavailable', undefined],
      ['HTML', (key) => ({ status: 200, body: `<p>${email} ${key}</p>` }), 'unavailable', undefined],
      ['an error with 200', (key) => ({ status: 200, body: echo(key) }), 'unavailable', undefined],
      [
        'another shape',
        (key) => ({ status: 200, body: { ...echo(key), error: undefined } }),
        'unavailable',
        undefined,
      ],
      [
        'null',
        () => ({ status: 200, headers: { 'content-type': 'application/json' }, body: 'null' }),
        'unavailable',
        undefined,
      ],
      [
        'a redirect',
        () => ({ status: 302, headers: { location: 'http://127.0.0.1:1/' } }),
        'unavailable',
        undefined,
      ],
    ]

    test.concurrent.each(cases)('%s', async (_, fault, failure, status) => {
      const faulty = await start()
      try {
        faulty.server.fault = fault(faulty.settings.apiKey)
        const provider = create(faulty.settings, { fetch, clock: faulty.clock.now })
        const error = await provider.createCheckout(requestFor('price')).catch((error: unknown) => error)
        expect(error).toBeInstanceOf(PaymentError)
        expect(error).toMatchObject({ failure, status, provider: providerId })
        const { stack } = error as Error
        const texts = [
          String(error),
          stack,
          JSON.stringify(error),
          inspect(error, { depth: 9, showHidden: true }),
        ]
        for (const secret of [faulty.settings.apiKey, email, 'example.com'])
          expect(texts.join()).not.toContain(secret)
      } finally {
        await faulty.server.stop()
      }
    })

    test('an HTML page with 404 or 502 does not mean that a subscription is unknown', async () => {
      fake.server.fault = { status: 404, body: '<h1>Not found</h1>' }
      await expect(provider.getSubscription('sub_1')).rejects.toMatchObject({ failure: 'unavailable' })
      fake.server.fault = { status: 502, body: '<h1>Bad gateway</h1>' }
      await expect(provider.getSubscription('sub_1')).rejects.toMatchObject({ failure: 'unavailable' })
    })

    test.each([
      ['silence', 'hang' as const],
      ['a wait before the next try', { status: 500, body: {} }],
    ])('the time limit ends %s, and nothing is sent after it', async (_, fault) => {
      await provider.testConnection()
      fake.server.log.length = 0
      fake.server.fault = fault
      // On a busy machine a short limit can end before anything was sent.
      for (const limitMs of [250, 2_000, 10_000]) {
        const hasty = create(fake.settings, { fetch, clock: fake.clock.now }, limitMs)
        await expect(hasty.createCheckout(request())).rejects.toMatchObject({
          failure: 'unavailable',
          status: undefined,
        })
        if (fake.server.log.length > 0) break
      }
      await delay(1_200)
      expect(fake.server.log).toHaveLength(1)
    })

    test('the time limit ends what does not listen to a signal', async () => {
      const deaf = create(fake.settings, { fetch: () => new Promise(() => {}), clock: fake.clock.now }, 250)
      await expect(deaf.createCheckout(request())).rejects.toMatchObject({
        failure: 'unavailable',
        status: undefined,
      })
    })
  })

  describe('webhooks', () => {
    const body = JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'customer.subscription.updated',
      data: { object: { id: 'sub_1' }, subscription_id: 'sub_1' },
    })
    const message = { id: 'msg_1', type: 'x', body }
    const { id: _, ...about } = { id: '', about: providerId === 'stripe' ? 'subscription' : 'other' }
    const now = () => Math.floor(fake.clock.now() / 1000)
    const deliver = (headers: WebhookHeaders, rawBody: Uint8Array | string = body, by = provider) =>
      by.readWebhook(Buffer.from(rawBody), headers)

    test('are read within 300 seconds, with one of several signatures', async () => {
      for (const seconds of [0, 299, -299])
        expect(await deliver(sign(message, fake.settings.webhookSecret, now() + seconds))).toMatchObject(
          about,
        )
      const good = sign(message, fake.settings.webhookSecret, now())
      const other = sign(message, fake.settings.webhookSecret.replace('whsec_', 'whsec_AAAA'), now())
      const rotated = Object.fromEntries(
        Object.entries(good).map(([name, value]) => {
          if (name === 'stripe-signature') return [name, `${other[name]},${value.split(',')[1]}`]
          return [name, name === 'webhook-signature' ? `${other[name]} ${value}` : value]
        }),
      )
      expect(await deliver(rotated)).toMatchObject(about)
    })

    test('of a type without interest are read, and what is no event is not', async () => {
      const secret = fake.settings.webhookSecret
      const unknown = JSON.stringify({ id: 'evt_2', type: 'moon.full', data: { object: {} } })
      const read = await deliver(sign({ ...message, body: unknown }, secret, now()), unknown)
      expect(read).toMatchObject({ about: 'other', type: 'moon.full' })
      for (const other of ['no JSON', 'null', '[]', '{}', '{"id":1,"type":2}']) {
        const headers = sign({ ...message, body: other }, secret, now())
        await expect(deliver(headers, other)).rejects.toThrow(BadSignatureError)
      }
    })

    test('are rejected without a secret', async () => {
      const open = create({ ...fake.settings, webhookSecret: '' }, { fetch, clock: fake.clock.now })
      for (const secret of ['', fake.settings.webhookSecret])
        await expect(deliver(sign(message, secret, now()), body, open)).rejects.toThrow(BadSignatureError)
    })

    test('1,000 forged or altered ones are rejected', async () => {
      const secret = fake.settings.webhookSecret
      const seconds = now()
      const good = sign(message, secret, seconds)
      const raw = Buffer.from(body)
      const name = fc.constantFrom(...provider.webhookHeaders)
      const withBody = (rawBody: Uint8Array) => ({ headers: good as WebhookHeaders, rawBody })
      const withHeaders = (headers: WebhookHeaders) => ({ headers, rawBody: raw as Uint8Array })
      const forged = fc.oneof(
        fc.tuple(fc.nat(raw.length - 1), fc.integer({ min: 1, max: 255 })).map(([index, mask]) => {
          const bytes = Buffer.from(raw)
          bytes[index] = (bytes[index] ?? 0) ^ mask
          return withBody(bytes)
        }),
        fc.nat(raw.length - 1).map((length) => withBody(raw.subarray(0, length))),
        fc.uint8Array({ minLength: 1 }).map((bytes) => withBody(Buffer.concat([raw, bytes]))),
        fc.constant(withBody(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), raw]))),
        name.map((name) => withHeaders({ ...good, [name]: undefined })),
        name.map((name) => withHeaders({ ...good, [name]: '' })),
        fc
          .tuple(
            name.filter((name) => name !== 'webhook-signature'),
            fc.constantFrom(',', ', '),
          )
          .map(([name, comma]) => withHeaders({ ...good, [name]: `${good[name]}${comma}${good[name]}` })),
        fc
          .uint8Array({ minLength: 18, maxLength: 18 })
          .map((key) => withHeaders(sign(message, `whsec_${Buffer.from(key).toString('base64')}`, seconds))),
        fc
          .integer({ min: 302, max: 99_999_999 })
          .map((age) => withHeaders(sign(message, secret, seconds - age))),
        fc
          .integer({ min: 302, max: 99_999_999 })
          .map((age) => withHeaders(sign(message, secret, seconds + age))),
        fc.constantFrom('abc', '.0', ' ', 'e1', '\t', '\u0660').map((text) => {
          const entries = Object.entries(good).map(([name, value]) => [
            name,
            name === 'webhook-id' ? value : value.replace(String(seconds), `${seconds}${text}`),
          ])
          return withHeaders(Object.fromEntries(entries))
        }),
        fc.tuple(fc.nat(200), fc.constantFrom(...'0123456789abcdefXYZ+/=')).map(([offset, char]) => {
          const name = provider.webhookHeaders.at(-1) ?? 'stripe-signature'
          const value = good[name] ?? ''
          const start = name === 'stripe-signature' ? value.indexOf('v1=') : 0
          const index = start + (offset % (value.length - start))
          const altered = `${value.slice(0, index)}${value[index] === char ? '!' : char}${value.slice(index + 1)}`
          return withHeaders({ ...good, [name]: altered })
        }),
        // The scheme of another provider.
        fc.constant(
          withHeaders(
            (providerId === 'stripe' ? signDodoWebhook : signStripeWebhook)(message, secret, seconds),
          ),
        ),
        fc
          .tuple(fc.string(), fc.string())
          .map(([a, b]) =>
            withHeaders(
              Object.fromEntries(provider.webhookHeaders.map((name, index) => [name, index % 2 ? a : b])),
            ),
          ),
      )
      const property = fc.asyncProperty(forged, async ({ headers, rawBody }) => {
        await expect(provider.readWebhook(rawBody, headers)).rejects.toThrow(BadSignatureError)
      })
      await fc.assert(property, { numRuns: 1_000 })
      expect(await deliver(good)).toMatchObject(about)
    })
  })

  test('its SDK is loaded by the first call', async () => {
    const settings = JSON.stringify({ ...fake.settings, baseUrl: 'http://127.0.0.1:9' })
    const script = `
      import { registerHooks } from 'node:module'
      let loaded = 0
      const load = (url, context, next) => {
        if (/node_modules\\/(stripe|dodopayments)\\//.test(url)) loaded++
        return next(url, context)
      }
      registerHooks({ load })
      const { ${create.name} } = await import(${JSON.stringify(new URL(module, import.meta.url).href)})
      const fetch = async () => Response.json({}, { status: 401 })
      const provider = ${create.name}(${settings}, { fetch, clock: Date.now })
      const before = loaded
      await provider.testConnection()
      console.log(JSON.stringify({ before, after: loaded }))`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
    const { before, after } = JSON.parse(stdout)
    expect(before).toBe(0)
    expect(after).toBeGreaterThan(0)
  })
})
