// Our requests are those of lemonsqueezy's own SDK: an upgrade that sends something else fails here.

import * as sdk from '@lemonsqueezy/lemonsqueezy.js'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  type FakeLemonsqueezy,
  startFakeLemonsqueezy,
} from '../../../../../dev/world/payments/fake-lemonsqueezy.ts'
import type { PaymentProvider } from '../provider.ts'
import { createLemonsqueezy } from './lemonsqueezy.ts'

const realFetch = fetch
let fake: FakeLemonsqueezy
let lemonsqueezy: PaymentProvider
let id: string
let invoiceId: string
const checkoutId = 'a'.repeat(32)
const request = {
  checkoutId,
  accountId: 7,
  email: 'ada@example.com',
  name: 'Ada',
  priceRef: '101',
  interval: 'monthly' as const,
  amount: 500,
  successUrl: 'http://localhost:4680/done',
  cancelUrl: 'http://localhost:4680/back',
}

beforeAll(async () => {
  fake = await startFakeLemonsqueezy()
  lemonsqueezy = createLemonsqueezy(fake.settings, { fetch: realFetch, clock: fake.clock.now })
  const { url } = await lemonsqueezy.createCheckout(request)
  await realFetch(`${url}/pay`, { method: 'POST', redirect: 'manual' })
  id = fake.subscriptionIds()[0] ?? ''
  invoiceId = (await lemonsqueezy.listInvoices({ id, customerId: null }))[0]?.id ?? ''
  // The SDK has one address and one key for the whole process.
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) =>
    realFetch(String(input).replace('https://api.lemonsqueezy.com', fake.server.url), init),
  )
  sdk.lemonSqueezySetup({ apiKey: fake.settings.apiKey })
})
afterAll(async () => {
  vi.restoreAllMocks()
  await fake.server.stop()
})

/** The requests that an act sends, as far as lemonsqueezy reads them. */
async function sent(act: () => Promise<unknown>) {
  fake.server.log.length = 0
  await act()
  return fake.server.log.map(({ method, path, headers, body }) => {
    const { pathname, searchParams } = new URL(path, fake.server.url)
    // The SDK also sends empty parameters.
    const query = [...searchParams].filter(([, value]) => value !== '')
    const { accept, authorization, 'content-type': type } = headers
    return { method, pathname, query, accept, authorization, type, body: body && JSON.parse(body) }
  })
}

const change = { priceRef: '102', interval: 'yearly', amount: 9_000, isUpgrade: true, at: 0 } as const

test('ours are the requests of the SDK', async () => {
  const expiresAt = new Date(fake.clock.now() + 24 * 3_600_000).toISOString()
  const pairs: [() => Promise<unknown>, () => Promise<unknown>][] = [
    [
      () => lemonsqueezy.testConnection(),
      async () => {
        await sdk.getAuthenticatedUser()
        await sdk.getStore(fake.settings.storeId)
      },
    ],
    [
      () => lemonsqueezy.createCheckout(request),
      () =>
        sdk.createCheckout(fake.settings.storeId, 101, {
          checkoutData: { email: request.email, name: request.name, custom: { checkout_id: checkoutId } },
          productOptions: { redirectUrl: request.successUrl, enabledVariants: [101] },
          expiresAt,
          testMode: true,
        }),
    ],
    [() => lemonsqueezy.getSubscription(id), () => sdk.getSubscription(id)],
    [
      () => lemonsqueezy.cancelAtPeriodEnd(id, { reason: 'other', comment: '' }),
      () => sdk.cancelSubscription(id),
    ],
    [
      () => lemonsqueezy.resume(id),
      async () => {
        await sdk.getSubscription(id)
        await sdk.updateSubscription(id, { cancelled: false })
      },
    ],
    [
      () => lemonsqueezy.changePlan(id, change),
      async () => {
        await sdk.getSubscription(id)
        await sdk.updateSubscription(id, { variantId: 102, invoiceImmediately: true })
      },
    ],
    [() => lemonsqueezy.cancelNow(id), () => sdk.cancelSubscription(id)],
    [
      () => lemonsqueezy.portalUrl({ id, customerId: null }, { accountId: 7, returnUrl: '' }),
      () => sdk.getSubscription(id),
    ],
    [
      () => lemonsqueezy.listInvoices({ id, customerId: null }),
      () => sdk.listSubscriptionInvoices({ filter: { subscriptionId: id }, page: { size: 24 } }),
    ],
    [() => lemonsqueezy.invoiceUrl(invoiceId, { id }), () => sdk.getSubscriptionInvoice(invoiceId)],
  ]
  for (const [ours, theirs] of pairs) {
    const requests = await sent(ours)
    expect(requests.length).toBeGreaterThan(0)
    expect(requests).toEqual(await sent(theirs))
  }
})

test('resuming what is paused is the request of the SDK, too', async () => {
  await lemonsqueezy.resume(id)
  fake.overrides.set(id, { status: 'paused' })
  const [read, update, ...more] = await sent(() => lemonsqueezy.resume(id))
  expect([read?.method, more]).toEqual(['GET', []])
  expect([update]).toEqual(await sent(() => sdk.updateSubscription(id, { pause: null })))
})

test('a checkout, field by field', async () => {
  const [checkout] = await sent(() => lemonsqueezy.createCheckout(request))
  expect(checkout?.body).toEqual({
    data: {
      type: 'checkouts',
      attributes: {
        checkout_data: { email: 'ada@example.com', name: 'Ada', custom: { checkout_id: checkoutId } },
        product_options: { redirect_url: request.successUrl, enabled_variants: [101] },
        expires_at: new Date(fake.clock.now() + 24 * 3_600_000).toISOString(),
        test_mode: true,
      },
      relationships: {
        store: { data: { type: 'stores', id: '55' } },
        variant: { data: { type: 'variants', id: '101' } },
      },
    },
  })
})
