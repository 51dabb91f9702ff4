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

  describe('another plan or interval', () => {
    const changeTo = (to: 'yearly' | 'larger', isUpgrade = true) => ({
      ...world[to],
      isUpgrade,
      at: Math.floor(world.now() / 1_000) * 1_000,
    })
    const half = async ({ periodStart, periodEnd }: ProviderSubscription) =>
      world.wait(((periodEnd ?? 0) - (periodStart ?? world.now())) / 2)
    const totals = async (subscription: ProviderSubscription) =>
      (await provider.listInvoices(subscription)).map(({ total }) => total)

    test('what a preview says is charged, once; repeating the change charges nothing', async () => {
      const before = await subscribe()
      await half(before)
      const change = changeTo('larger')
      const preview = await provider.previewChange(before.id, change)
      expect(preview.starts).toBe('now')
      expect(await read(before.id)).toEqual(before)
      await provider.changePlan(before.id, change)
      const [charged = 0, ...first] = await totals(before)
      expect(first).toEqual([world.invoice.total])
      if (preview.dueNow !== null) expect(preview.dueNow).toBe(charged)
      // Half a period of the larger plan, less half a period of the smaller one.
      const tax = 1 + world.invoice.tax / (world.invoice.total - world.invoice.tax)
      expect(Math.abs(charged - (world.larger.amount * tax - world.invoice.total) / 2)).toBeLessThan(60)
      const after = await read(before.id)
      expect(after).toMatchObject({
        status: 'active',
        priceRef: world.larger.priceRef,
        scheduledPriceRef: null,
        periodEnd: before.periodEnd,
      })
      await provider.changePlan(before.id, change)
      await provider.changePlan(before.id, { ...change, at: change.at + 1_000 })
      expect(await totals(before)).toHaveLength(2)
      expect(await read(before.id)).toEqual(after)
      await world.play(before.id, 'renew')
      const [renewed = 0] = await totals(before)
      expect(Math.abs(renewed - world.larger.amount * tax)).toBeLessThan(1)
    })

    test('a year begins with the change, and what is left of the month counts towards it', async () => {
      const before = await subscribe()
      await half(before)
      const change = changeTo('yearly')
      const { dueNow, nextAt } = await provider.previewChange(before.id, change)
      await provider.changePlan(before.id, change)
      const after = await read(before.id)
      expect(['yearly', null]).toContain(after.interval)
      expect(Math.abs((after.periodEnd ?? 0) - world.now() - 365 * 86_400_000)).toBeLessThan(2 * 86_400_000)
      if (nextAt !== null) expect(Math.abs(nextAt - (after.periodEnd ?? 0))).toBeLessThan(60_000)
      const [charged = 0] = await totals(before)
      const tax = 1 + world.invoice.tax / (world.invoice.total - world.invoice.tax)
      expect(Math.abs(charged - (world.yearly.amount * tax - world.invoice.total / 2))).toBeLessThan(60)
      if (dueNow !== null) expect(dueNow).toBe(charged)
    })

    test('a smaller plan is credited, or starts with the next period; that can be taken back', async () => {
      const before = await subscribe()
      await provider.changePlan(before.id, changeTo('larger'))
      const larger = await read(before.id)
      await half(before)
      const monthly = { priceRef: world.priceRef, interval: 'monthly', amount: 500 } as const
      const smaller = { ...changeTo('larger', false), ...monthly }
      const preview = await provider.previewChange(before.id, smaller)
      await provider.changePlan(before.id, smaller)
      const after = await read(before.id)
      expect(await totals(before)).toHaveLength(2)
      if (preview.starts === 'now') {
        expect(preview.dueNow === null || preview.dueNow < 0).toBe(true)
        expect(after).toMatchObject({ priceRef: world.priceRef, scheduledPriceRef: null })
        await world.play(before.id, 'renew')
        expect((await totals(before))[0]).toBeLessThan(world.invoice.total)
        return
      }
      expect(preview).toMatchObject({ dueNow: 0, nextAt: before.periodEnd })
      expect(after).toMatchObject({ priceRef: world.larger.priceRef, scheduledPriceRef: world.priceRef })
      await provider.cancelScheduledChange?.(before.id)
      await provider.cancelScheduledChange?.(before.id)
      expect(await read(before.id)).toEqual(larger)
      await provider.changePlan(before.id, smaller)
      await provider.changePlan(before.id, smaller)
      await world.play(before.id, 'renew')
      expect(await read(before.id)).toMatchObject({ priceRef: world.priceRef, scheduledPriceRef: null })
      expect((await totals(before))[0]).toBe(world.invoice.total)
    })

    test('another price with the next renewal: nothing is charged before, and setting it again changes nothing', async () => {
      const before = await subscribe()
      await half(before)
      const { larger } = world
      // The sandbox has no price but the one that it is told.
      const isNamed = provider.id !== 'sandbox'
      await provider.setRenewalPrice(before.id, larger)
      await provider.setRenewalPrice(before.id, larger)
      const after = await read(before.id)
      expect(after).toMatchObject({ status: 'active', periodEnd: before.periodEnd })
      if (isNamed) expect([after.priceRef, after.scheduledPriceRef]).toContain(larger.priceRef)
      expect(await totals(before)).toEqual([world.invoice.total])
      await world.play(before.id, 'renew')
      const tax = 1 + world.invoice.tax / (world.invoice.total - world.invoice.tax)
      expect(Math.abs(((await totals(before))[0] ?? 0) - larger.amount * tax)).toBeLessThan(1)
      await expect(provider.setRenewalPrice('999999', larger)).rejects.toMatchObject({ failure: 'rejected' })
    })

    test('a card that is declined changes nothing', async () => {
      if (!world.declineCards) return
      const before = await subscribe()
      world.declineCards()
      const failure = await provider
        .changePlan(before.id, changeTo('yearly'))
        .catch((error: unknown) => error)
      // Dodo Payments charges later, and says so in a webhook.
      if (failure !== undefined) expect(failure).toMatchObject({ failure: 'rejected' })
      expect(await read(before.id)).toEqual(before)
      expect(await totals(before)).toHaveLength(1)
    })

    test('what has ended or is unknown cannot be changed', async () => {
      const { id } = await subscribe()
      for (const unknown of ['sub_unknown', '999999', crypto.randomUUID(), '', '../customers']) {
        const acts = [provider.previewChange, provider.changePlan]
        for (const act of acts)
          await expect(act(unknown, changeTo('yearly'))).rejects.toMatchObject({
            failure: 'rejected',
            status: 404,
          })
      }
      await provider.cancelNow(id)
      if (provider.cannotEndNow) await world.play(id, 'endPeriod')
      await expect(provider.changePlan(id, changeTo('yearly'))).rejects.toMatchObject({ failure: 'rejected' })
    })
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
