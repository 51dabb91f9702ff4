// How failing calls end: with a PaymentError of the right kind, which holds nothing of what was sent or answered.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startFakeLemonsqueezy } from '../../../../dev/world/payments/fake-lemonsqueezy.ts'
import { startFakePolar } from '../../../../dev/world/payments/fake-polar.ts'
import type { Fault } from '../../../../dev/world/payments/fake-server.ts'
import { createFetch } from '../outbound/create-fetch.ts'
import { createLemonsqueezy } from './lemonsqueezy/lemonsqueezy.ts'
import { outboundOrigins } from './outbound-origins.ts'
import { PaymentError } from './payment-error.ts'
import { createPolar } from './polar/polar.ts'
import type { PaymentProvider, ProviderSettings } from './provider.ts'

const secrets = ['sk_canary_key', 'canary@example.com', 'Canary Name', 'c4a4'.repeat(8)]
const [apiKey = '', email = '', name = '', checkoutId = ''] = secrets

const providers = [
  ['polar', startFakePolar, createPolar],
  ['lemonsqueezy', startFakeLemonsqueezy, createLemonsqueezy],
] as const

describe.each(providers)('%s', (id, startFake, create) => {
  let fake: Awaited<ReturnType<typeof startFake>>
  let provider: PaymentProvider
  let impatient: PaymentProvider
  let subscription: { id: string; customerId: string | null }
  const settings = (): ProviderSettings => ({ ...fake.settings, apiKey })
  const request = () => ({
    checkoutId,
    accountId: 7,
    email,
    name,
    priceRef: fake.prices[0]?.ref ?? '',
    interval: 'monthly' as const,
    amount: 500,
    successUrl: 'http://localhost:4680/done',
    cancelUrl: 'http://localhost:4680/back',
  })

  beforeAll(async () => {
    fake = await startFake()
    const { url } = await create(fake.settings, { fetch, clock: Date.now }).createCheckout(request())
    await fetch(`${url}/pay`, { method: 'POST', redirect: 'manual' })
    subscription = { id: fake.subscriptionIds()[0] ?? '', customerId: '5' }
    const deps = { fetch: createFetch({ origins: outboundOrigins([fake.server.url]) }), clock: Date.now }
    provider = create(settings(), deps)
    impatient = create(settings(), deps, 200)
  })
  beforeEach(() => {
    fake.server.fault = undefined
    fake.server.log.length = 0
  })
  afterAll(() => fake.server.stop())

  const callsOf = (from: PaymentProvider): Record<string, () => Promise<unknown>> => ({
    createCheckout: () => from.createCheckout(request()),
    getSubscription: () => from.getSubscription(subscription.id),
    listInvoices: () => from.listInvoices(subscription),
    cancelAtPeriodEnd: () => from.cancelAtPeriodEnd(subscription.id, { reason: 'other', comment: name }),
    resume: () => from.resume(subscription.id),
    cancelNow: () => from.cancelNow(subscription.id),
    portalUrl: () => from.portalUrl(subscription, { accountId: 7, returnUrl: 'http://localhost/' }),
    ...(from.findByCheckout
      ? {
          findByCheckout: async () =>
            from.findByCheckout?.({ checkoutId, sessionId: crypto.randomUUID(), accountId: 7 }),
        }
      : {}),
  })

  async function failuresOf(fault: Fault | undefined, chosen?: readonly string[], from = provider) {
    fake.server.fault = fault
    const all = callsOf(from)
    const names = chosen ?? Object.keys(all)
    const outcomes = await Promise.allSettled(names.map(async (call) => all[call]?.()))
    return outcomes.map((outcome, index) => {
      if (outcome.status === 'fulfilled') throw new Error(`${names[index]} succeeded`)
      const error: unknown = outcome.reason
      if (!(error instanceof PaymentError)) throw error
      expect(error.provider).toBe(id)
      const texts = [
        String(error),
        error.stack,
        JSON.stringify(error),
        inspect(error, { depth: 20, showHidden: true }),
      ]
      for (const secret of secrets) expect(texts.join()).not.toContain(secret)
      return `${error.failure} ${error.status}`
    })
  }
  const only = (failures: readonly string[]) => [...new Set(failures)]
  const quoting = {
    error: 'Failed',
    detail: secrets,
    errors: [{ detail: secrets.join() }],
    message: secrets.join(),
  }

  test('a key that is not accepted', async () => {
    expect(only(await failuresOf(undefined))).toEqual(['misconfigured 401'])
  })

  test.each([429, 500, 502, 503])('%i', async (status) => {
    expect(only(await failuresOf({ status, body: quoting }))).toEqual([`unavailable ${status}`])
  })

  test.each([404, 422])('%i for a checkout', async (status) => {
    expect(await failuresOf({ status, body: quoting }, ['createCheckout'])).toEqual([
      `misconfigured ${status}`,
    ])
  })

  const acts = ['cancelAtPeriodEnd', 'resume', 'cancelNow']

  test('404 for a subscription', async () => {
    fake.server.fault = { status: 404, body: { ...quoting, error: 'ResourceNotFound' } }
    expect(await provider.getSubscription(subscription.id)).toBeUndefined()
    const failures = await failuresOf(fake.server.fault, [...acts, 'portalUrl'])
    expect(only(failures)).toEqual(['rejected 404'])
  })

  test('a page with 404 or 200 neither ends a subscription nor passes for a change', async () => {
    const page = `<html>${secrets}</html>`
    const notFound = await failuresOf({ status: 404, body: page }, [...acts, 'getSubscription'])
    expect(only(notFound)).toEqual(['unavailable 404'])
    for (const body of [page, {}, 'null', { data: {} }])
      expect(only(await failuresOf({ status: 200, body }, acts))).toEqual(['unavailable undefined'])
  })

  test('403 for a change is about the key', async () => {
    expect(only(await failuresOf({ status: 403, body: quoting }, acts))).toEqual(['misconfigured 403'])
  })

  test('no answer', async () => {
    expect(only(await failuresOf('close'))).toEqual(['unavailable undefined'])
    expect(only(await failuresOf('hang', undefined, impatient))).toEqual(['unavailable undefined'])
  })

  test('an answer that drips', async () => {
    const drip = createServer((_, response) => {
      const timer = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(timer))
    })
    await new Promise<void>((resolve) => drip.listen(0, '127.0.0.1', resolve))
    const baseUrl = `http://127.0.0.1:${(drip.address() as AddressInfo).port}`
    const slow = create({ ...settings(), baseUrl }, { fetch, clock: Date.now }, 200)
    await expect(slow.getSubscription(subscription.id)).rejects.toMatchObject({ failure: 'unavailable' })
    drip.closeAllConnections()
    drip.close()
  })

  test('answers that are no JSON, or have another shape', async () => {
    const bodies = [
      `<html>${secrets}</html>`,
      '',
      'null',
      quoting,
      { data: quoting, items: [quoting], url: 'x' },
    ]
    const { cancelAtPeriodEnd, resume, cancelNow, ...reading } = callsOf(provider)
    for (const body of bodies) {
      const failures = await failuresOf({ status: 200, body }, Object.keys(reading))
      expect(only(failures)).toEqual(['unavailable undefined'])
    }
  })

  test('a redirect is not followed', async () => {
    const headers = { location: `${fake.server.url}/v1/stolen` }
    expect(only(await failuresOf({ status: 302, headers }))).toEqual(['unavailable undefined'])
    expect(fake.server.log.map(({ path }) => path)).not.toContain('/v1/stolen')
  })

  test.each(['javascript:alert(1)', 'http://pay.example.com/', 'data:text/html,x', '/relative', ''])(
    'a checkout at %s',
    async (url) => {
      const expires = new Date(Date.now() + 1_000).toISOString()
      const polar = { id: '1', url, expires_at: expires, subscription_id: null }
      const body = { ...polar, data: { id: '1', attributes: { url, expires_at: expires, test_mode: true } } }
      expect(await failuresOf({ status: 200, body }, ['createCheckout'])).toEqual(['unavailable undefined'])
      const good = { ...polar, url: 'https://pay.example.com/' }
      const attributes = { ...body.data.attributes, url: good.url }
      fake.server.fault = { status: 200, body: { ...good, data: { id: '1', attributes } } }
      expect((await provider.createCheckout(request())).url).toBe(good.url)
    },
  )

  test('a server that is not on this machine gets no key', async () => {
    const requests: unknown[] = []
    const spy: typeof fetch = async (input) => {
      requests.push(input)
      return new Response()
    }
    for (const baseUrl of [
      'https://evil.example.com',
      'http://127.0.0.1.example.com',
      `${fake.server.url}/path`,
    ]) {
      const foreign = create({ ...settings(), baseUrl }, { fetch: spy, clock: Date.now })
      await expect(foreign.getSubscription(subscription.id)).rejects.toMatchObject({
        failure: 'misconfigured',
      })
    }
    expect(requests).toEqual([])
  })

  test('every request goes through the given fetch, to the origin of the mode', async () => {
    const requests: string[] = []
    const spy: typeof fetch = async (input) => {
      requests.push(new URL(String(input)).origin)
      return new Response('', { status: 500 })
    }
    const { baseUrl, ...real } = { ...settings() }
    for (const testMode of [true, false]) {
      const remote = create({ ...real, testMode }, { fetch: spy, clock: Date.now })
      await expect(remote.getSubscription(subscription.id)).rejects.toMatchObject({ status: 500 })
    }
    const origins = {
      polar: ['https://sandbox-api.polar.sh', 'https://api.polar.sh'],
      lemonsqueezy: ['https://api.lemonsqueezy.com', 'https://api.lemonsqueezy.com'],
    }
    expect(requests).toEqual(origins[id])
  })
})
