// New prices for those who pay already: notified once, 30 days before, and charged with the first renewal after that.

import {
  cancelSubscription,
  readCurrentSubscription,
  resumeSubscription,
} from '@envhold/contract/billing/subscription.ts'
import { listAllPlans, updatePlan } from '@envhold/contract/operator/plans.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { mailsOf } from '../../../../../../dev/world/mails.ts'
import { type FakeId, fakeIds } from '../../../../../../dev/world/payments/every-fake.ts'
import {
  type Customer,
  type PayingApp,
  press,
  startPayingApp,
} from '../../../../../../dev/world/payments/paying-app.ts'
import type { Engine } from '../../../db/connect.ts'
import { sweepPriceChanges } from './price-changes.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

let world: PayingApp
let operator: Customer
let ada: Customer

async function subscribe(customer: Customer): Promise<void> {
  await press((await customer.checkout()).checkoutUrl, 'pay')
  await world.deliver()
}

async function start(id: FakeId, engine: Engine = 'sqlite'): Promise<void> {
  world = await startPayingApp(engine, [id])
  operator = await world.customer(await addPerson(world.app))
  ada = await world.customer()
  await subscribe(ada)
}

/** Saves the monthly price of Pro, with the ID of one of the provider's prices: by default the third. */
async function savePrice(price_monthly: number, id: FakeId, at = 2): Promise<void> {
  const { plans } = await operator.call(listAllPlans, {})
  const pro = plans.find(({ name }) => name === 'pro')
  if (!pro) throw new Error('There is no plan Pro')
  const { id: planId, users_count: _, planned: __, ...plan } = pro
  const price_ref = world.fake(id).prices[at]?.ref ?? ''
  const prices = plan.prices.map((price) =>
    price.billing_interval === 'monthly' ? { ...price, price_ref } : price,
  )
  await operator.call(updatePlan, { params: { id: planId }, body: { ...plan, price_monthly, prices } })
}

const sweep = () => sweepPriceChanges(world.app.ctx)
const notified = async () => (await mailsOf(world.app)).filter(({ template }) => template === 'price-changed')
const waiting = () => world.app.ctx.db.selectFrom('price_changes').selectAll().execute()
const totals = (id: FakeId) =>
  world
    .fake(id)
    .life.bills()
    .map(({ invoice }) => invoice.total)
/** Renews the subscription that was the nth to be bought. */
const renew = async (id: FakeId, nth = 0) => {
  world.fake(id).renew(world.fake(id).subscriptionIds()[nth] ?? '')
  await world.deliver()
  await sweep()
}
/** The subscription at the provider that was the nth to be bought. */
const subscriptionAt = (id: FakeId, nth = 0) => {
  const subscription = [...world.fake(id).life.subscriptions.values()][nth]
  if (!subscription) throw new Error('There is no such subscription')
  return subscription
}
const currentOf = async (customer: Customer) => {
  const { subscription } = await customer.call(readCurrentSubscription, {})
  if (!subscription) throw new Error('There is no subscription')
  return subscription
}

afterEach(() => world.stop())

describe.each(fakeIds)('%s', (id) => {
  beforeEach(() => start(id))

  test('is notified once, pays the old price for 30 days, then the new one', async () => {
    await savePrice(29, id)
    await sweep()
    expect(await notified()).toEqual([])
    world.wait(1.1 * hourMs)
    await Promise.all([sweep(), sweep()])
    await sweep()
    const [mail, ...others] = await notified()
    expect(others).toEqual([])
    expect(mail?.to).toBe(ada.email)
    expect(mail?.text).toContain('New price: $29.00 USD a month')
    // The next renewal is within the notice, the one after that is not.
    expect(totals(id)).toEqual([1_080])
    await renew(id)
    expect(totals(id)).toEqual([1_080, 1_080])
    expect(await waiting()).toHaveLength(1)
    world.wait(28 * dayMs)
    await sweep()
    expect(totals(id)).toEqual([1_080, 1_080])
    expect(await ada.call(readCurrentSubscription, {})).toMatchObject({
      subscription: { plan: 'pro', billing_interval: 'monthly', next: null },
    })
    expect(await waiting()).toEqual([])
    await renew(id)
    expect(totals(id).toSorted((a, b) => b - a)).toEqual([3_480, 1_080, 1_080])
    expect(await notified()).toHaveLength(1)
    expect(await ada.mails()).not.toContain('subscription-changed')
  })
})

describe('who is not concerned', () => {
  test('nobody hears of a price that is taken back within the hour', async () => {
    await start('stripe', 'postgres')
    await savePrice(29, 'stripe')
    expect(await waiting()).toHaveLength(1)
    await savePrice(5, 'stripe')
    expect(await waiting()).toEqual([])
    world.wait(2 * hourMs)
    await sweep()
    expect(await notified()).toEqual([])
  })

  test('those who canceled, who buy later, and who pay for another plan', async () => {
    await start('stripe')
    const { subscription } = await ada.call(readCurrentSubscription, {})
    await savePrice(29, 'stripe')
    const eve = await world.customer()
    world.wait(1_000)
    await subscribe(eve)
    await ada.call(cancelSubscription, {
      body: { subscriptionId: subscription?.id ?? 0, reason: 'too_expensive' },
    })
    world.wait(2 * hourMs)
    await sweep()
    expect(await notified()).toEqual([])
    expect(await waiting()).toEqual([])
  })

  test('those who resume or move to the plan after the e-mails keep their price', async () => {
    await start('stripe')
    const [eve, kim] = [await world.customer(), await world.customer()]
    await subscribe(eve)
    await press((await kim.checkout({ billingInterval: 'yearly' })).checkoutUrl, 'pay')
    await world.deliver()
    const { id: subscriptionId } = await currentOf(ada)
    await ada.call(cancelSubscription, { body: { subscriptionId, reason: 'user_requested' } })
    await savePrice(29, 'stripe')
    world.wait(2 * hourMs)
    await sweep()
    expect((await notified()).map(({ to }) => to)).toEqual([eve.email])
    await ada.call(resumeSubscription, { body: { subscriptionId } })
    const { life, priceOf } = world.fake('stripe')
    const month = priceOf(subscriptionAt('stripe').price.ref)
    if (month) life.changePrice(subscriptionAt('stripe', 2), month)
    await world.deliver()
    for (const nth of [0, 1, 2]) await renew('stripe', nth)
    world.wait(29 * dayMs)
    await sweep()
    for (const nth of [0, 1, 2]) await renew('stripe', nth)
    const prices = [0, 1, 2].map((nth) => subscriptionAt('stripe', nth).total)
    expect(prices).toEqual([1_080, 3_480, 1_080])
    expect(await notified()).toHaveLength(1)
    expect(await waiting()).toEqual([])
  })

  test('those whose plan changes with the next period keep that change', async () => {
    await start('polar')
    const eve = await world.customer()
    await subscribe(eve)
    const { life, prices, webhooks } = world.fake('polar')
    life.schedule(subscriptionAt('polar', 1), prices[1])
    await world.deliver()
    await savePrice(29, 'polar')
    world.wait(2 * hourMs)
    await sweep()
    expect((await notified()).map(({ to }) => to)).toEqual([ada.email])
    await renew('polar')
    // The server has not heard of it.
    webhooks.drop = true
    life.schedule(subscriptionAt('polar'), prices[1])
    world.wait(28 * dayMs)
    await sweep()
    await sweep()
    expect((await currentOf(ada)).next).toMatchObject({ billing_interval: 'yearly' })
    expect([0, 1].map((nth) => subscriptionAt('polar', nth).scheduled)).toEqual([prices[1], prices[1]])
  })

  test('without anyone who pays, nothing waits', async () => {
    world = await startPayingApp('sqlite', ['stripe'])
    operator = await world.customer(await addPerson(world.app))
    await savePrice(29, 'stripe')
    expect(await waiting()).toEqual([])
  })

  test('a provider that is down is asked again, and a price from outside is rejected', async () => {
    await start('stripe')
    await savePrice(29, 'stripe')
    world.wait(2 * hourMs)
    await sweep()
    world.wait(40 * dayMs)
    world.fake('stripe').renew(world.fake('stripe').subscriptionIds()[0] ?? '')
    await world.deliver()
    const renewed = world.app.ctx.db.selectFrom('subscriptions').select('period_end')
    const { period_end } = await renewed.executeTakeFirstOrThrow()
    // Months have 28 to 31 days.
    world.wait((period_end ?? 0) - world.app.ctx.clock() - dayMs)
    world.fake('stripe').server.fault = { status: 500, body: 'down' }
    await sweep()
    expect(await waiting()).toHaveLength(1)
    world.fake('stripe').server.fault = undefined
    await world.app.ctx.db.updateTable('price_changes').set({ price: 1 }).execute()
    await expect(sweep()).rejects.toMatchObject({ table: 'price_changes' })
    await world.app.ctx.db.updateTable('price_changes').set({ price: 2_900 }).execute()
    await sweep()
    expect(await waiting()).toEqual([])
  })
})

test('a price that replaces an announced one is announced, also if it is the former one', async () => {
  await start('stripe')
  await savePrice(29, 'stripe')
  world.wait(2 * hourMs)
  await sweep()
  await savePrice(49, 'stripe')
  await savePrice(5, 'stripe', 0)
  world.wait(2 * hourMs)
  await sweep()
  const prices = (await notified()).map(({ text }) => /New price: \S+/.exec(text)?.[0])
  expect(prices).toEqual(['New price: $29.00', 'New price: $5.00'])
})
