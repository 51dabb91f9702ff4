// The life of a subscription, the same at every payment provider: what our code does and reads is what happened there.

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type ConformingProvider,
  conformingProviders,
} from '../../../../dev/world/payments/conforming-providers.ts'
import type { PaymentProvider, ProviderSubscription } from './provider.ts'

const checkoutId = 'c0ffee00'.repeat(4)
const cancellation = { reason: 'too_expensive', comment: 'Too much for me' } as const

describe.each(conformingProviders)('%s', (_, start) => {
  let world: ConformingProvider
  let provider: PaymentProvider
  beforeEach(async () => {
    world = await start()
    provider = world.provider
  })
  afterEach(() => world.stop())

  const openCheckout = (id = checkoutId) =>
    provider.createCheckout({
      checkoutId: id,
      accountId: world.accountId,
      email: 'ada@example.com',
      name: 'Ada',
      priceRef: world.priceRef,
      interval: 'monthly',
      amount: 500,
      successUrl: `${world.page}?success=true`,
      cancelUrl: `${world.page}?canceled=true`,
    })
  const read = async (id: string): Promise<ProviderSubscription> => {
    const subscription = await provider.getSubscription(id)
    if (!subscription) throw new Error('The subscription is unknown')
    return subscription
  }
  /** Pays a checkout. The first webhook about a subscription names it, also where a checkout cannot be asked. */
  async function subscribe(id = checkoutId): Promise<ProviderSubscription> {
    await world.webhooks()
    const { sessionId, url } = await openCheckout(id)
    expect(await world.pressInCheckout(url, 'pay')).toBe(`${world.page}?success=true`)
    const event = (await world.webhooks()).find(({ about }) => about === 'subscription')
    expect(event?.checkoutId).toBe(id)
    const subscription = await read(event?.subscriptionId ?? '')
    if (provider.findByCheckout)
      expect(
        await provider.findByCheckout({ checkoutId: id, sessionId, accountId: world.accountId }),
      ).toEqual(subscription)
    return subscription
  }
  const about = (events: Awaited<ReturnType<typeof world.webhooks>>, id: string) =>
    events.filter(({ subscriptionId }) => subscriptionId === id).map((event) => event.about)

  test('a checkout is declined and paid, and leads to a subscription', async () => {
    const { sessionId, url, expiresAt } = await openCheckout()
    const checkout = { checkoutId, sessionId, accountId: world.accountId }
    expect(expiresAt === null || expiresAt > world.now()).toBe(true)
    await world.pressInCheckout(url, 'decline')
    expect(await provider.findByCheckout?.(checkout)).toBeUndefined()
    expect((await world.webhooks()).filter((event) => event.about === 'subscription')).toEqual([])
    const started = await subscribe('b'.repeat(32))
    expect(started).toMatchObject({
      status: 'active',
      priceRef: world.priceRef,
      cancelAt: null,
      endedAt: null,
      testMode: true,
    })
    // Lemon Squeezy says neither of these about a subscription.
    expect(['monthly', null]).toContain(started.interval)
    expect(['b'.repeat(32), null]).toContain(started.checkoutId)
    expect(Math.abs((started.periodStart ?? world.now()) - world.now())).toBeLessThan(60_000)
    expect(Math.abs((started.periodEnd ?? 0) - world.now() - 30 * 86_400_000)).toBeLessThan(3 * 86_400_000)
    expect(await provider.findByCheckout?.(checkout)).toBeUndefined()
    expect(await provider.listInvoices(started)).toMatchObject([
      { status: 'paid', refunded: 0, ...world.invoice },
    ])
  })

  test('it renews, fails and recovers, and each time a webhook says so', async () => {
    const { id, customerId, periodEnd } = await subscribe()
    const invoices = async () => (await provider.listInvoices({ id, customerId })).map(({ status }) => status)
    await world.play(id, 'renew')
    const renewed = await read(id)
    expect(renewed).toMatchObject({ status: 'active', cancelAt: null })
    expect(renewed.periodEnd).toBeGreaterThan(periodEnd ?? 0)
    expect(await invoices()).toEqual(['paid', 'paid'])
    await world.play(id, 'failRenewal')
    expect(await read(id)).toMatchObject({ status: 'past_due', endedAt: null })
    expect(await invoices()).toEqual([expect.stringMatching(/^(open|failed)$/), 'paid', 'paid'])
    await world.play(id, 'recover')
    expect(await read(id)).toMatchObject({ status: 'active' })
    expect(await invoices()).toEqual(['paid', 'paid', 'paid'])
    const events = await world.webhooks()
    expect(about(events, id).length).toBeGreaterThanOrEqual(3)
    expect(about(events, id)).toContain('invoice')
    expect(new Set(events.map((event) => event.id)).size).toBe(events.length)
  })

  test('it is canceled, resumed, canceled and ends; each act may be repeated', async () => {
    const { id, periodEnd } = await subscribe()
    await provider.cancelAtPeriodEnd(id, cancellation)
    await provider.cancelAtPeriodEnd(id, cancellation)
    expect(await read(id)).toMatchObject({ status: 'active', cancelAt: periodEnd, endedAt: null })
    await provider.resume(id)
    await provider.resume(id)
    expect(await read(id)).toMatchObject({ status: 'active', cancelAt: null })
    await provider.cancelAtPeriodEnd(id, { reason: 'other', comment: '' })
    await world.play(id, 'endPeriod')
    const ended = await read(id)
    expect(ended).toMatchObject({ status: 'ended', cancelAt: null })
    expect(ended.endedAt).toBeGreaterThanOrEqual((periodEnd ?? 0) - 1_000)
    await provider.cancelAtPeriodEnd(id, cancellation)
    await provider.cancelNow(id)
    await expect(provider.resume(id)).rejects.toMatchObject({ failure: 'rejected' })
    expect(await read(id)).toEqual(ended)
  })

  test('it ends at once where the provider can, and else with its period', async () => {
    const { id, periodEnd } = await subscribe()
    await provider.cancelNow(id)
    await provider.cancelNow(id)
    expect(await read(id)).toMatchObject(
      provider.cannotEndNow ? { status: 'active', cancelAt: periodEnd } : { status: 'ended', cancelAt: null },
    )
  })

  test('its customer cancels and resumes it in the portal', async () => {
    const { id, customerId, periodEnd } = await subscribe()
    const request = { accountId: world.accountId, returnUrl: world.page }
    const portal = await provider.portalUrl({ id, customerId }, request)
    expect(await provider.portalUrl({ id, customerId: null }, request)).toContain(new URL(portal).origin)
    await world.pressInPortal(portal, id, 'cancel')
    expect(await read(id)).toMatchObject({ status: 'active', cancelAt: periodEnd })
    await world.pressInPortal(portal, id, 'resume')
    await world.pressInPortal(portal, id, 'cancel')
    await provider.resume(id)
    expect(await read(id)).toMatchObject({ status: 'active', cancelAt: null })
  })

  test('a refund stands on its invoice, and each invoice has a URL for its own subscription', async () => {
    const { id, customerId } = await subscribe()
    const other = await subscribe('b'.repeat(32))
    await world.play(id, 'renew')
    await world.webhooks()
    await world.play(id, 'refund')
    expect((await world.webhooks()).map((event) => event.about)).toContain('invoice')
    const [second, first, ...more] = await provider.listInvoices({ id, customerId })
    expect(more).toEqual([])
    expect(second).toMatchObject({ status: 'refunded', ...world.invoice, refunded: world.invoice.total })
    expect(first).toMatchObject({ status: 'paid', ...world.invoice, refunded: 0 })
    expect(second?.createdAt).toBeGreaterThanOrEqual(first?.createdAt ?? 0)
    expect(await read(id)).toMatchObject({ status: 'active' })
    await world.refundPart?.(other.id, 80)
    const [partly] = await provider.listInvoices(other)
    const part = world.refundPart ? { status: 'partially_refunded', refunded: 80 } : { status: 'paid' }
    expect(partly).toMatchObject({ ...world.invoice, ...part })
    const invoiceId = first?.id ?? ''
    expect(await provider.invoiceUrl(invoiceId, { id })).toContain(invoiceId)
    expect(await provider.invoiceUrl(invoiceId, { id: other.id })).toBeUndefined()
  })

  test('what is unknown is said so', async () => {
    const returnUrl = world.page
    for (const unknown of ['sub_unknown', '999999', crypto.randomUUID(), '', '../customers', 'a b']) {
      expect(await provider.getSubscription(unknown)).toBeUndefined()
      expect(await provider.invoiceUrl(unknown, { id: unknown })).toBeUndefined()
      expect(
        await provider.findByCheckout?.({ checkoutId, sessionId: unknown, accountId: world.accountId }),
      ).toBeUndefined()
      const acts = [
        () => provider.cancelNow(unknown),
        () => provider.resume(unknown),
        () => provider.cancelAtPeriodEnd(unknown, cancellation),
      ]
      for (const act of acts) await expect(act()).rejects.toMatchObject({ failure: 'rejected', status: 404 })
      const portal = provider.portalUrl({ id: unknown, customerId: null }, { accountId: 999, returnUrl })
      await expect(portal).rejects.toMatchObject({ failure: 'rejected' })
    }
  })
})
