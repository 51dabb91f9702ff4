import { changeSubscription, previewSubscriptionChange } from '@envhold/contract/billing/plan-change.ts'
import { listPlans } from '@envhold/contract/billing/plan-offers.ts'
import { cancelSubscription, readCurrentSubscription } from '@envhold/contract/billing/subscription.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mailsOf } from '../../../../../../dev/world/mails.ts'
import { type FakeId, fakeIds } from '../../../../../../dev/world/payments/every-fake.ts'
import {
  type Customer,
  type PayingApp,
  press,
  startPayingApp,
} from '../../../../../../dev/world/payments/paying-app.ts'
import type { Engine } from '../../../db/connect.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { setPrice } from '../../plans/plan-price-store.ts'

const dayMs = 86_400_000

let world: PayingApp
let ada: Customer

async function start(id: FakeId, engine: Engine): Promise<void> {
  world = await startPayingApp(engine, [id])
  ada = await world.customer()
  await press((await ada.checkout({ billingInterval: 'yearly' })).checkoutUrl, 'pay')
  await world.deliver()
}

const current = async () => {
  const { subscription } = await ada.call(readCurrentSubscription, {})
  if (!subscription) throw new Error('There is no subscription')
  return subscription
}
/** Waits until a number of days is left of the period. */
const waitUntil = async (daysLeft: number) => {
  const end = Date.parse((await current()).current_period_end ?? '')
  world.wait(end - daysLeft * dayMs - world.app.ctx.clock())
}
const remind = () => world.sweep('renewal-reminders')
const reminders = async () =>
  (await mailsOf(world.app)).filter(({ template }) => template === 'renewal-reminder').map(({ text }) => text)

afterEach(() => world.stop())

describe.each(fakeIds)('%s', (id) => {
  test('a year is announced 14 days before it renews, once, with amount and date', async () => {
    await start(id, 'sqlite')
    await waitUntil(14.5)
    await remind()
    expect(await reminders()).toEqual([])
    await waitUntil(13.9)
    await Promise.all([remind(), remind()])
    world.wait(dayMs)
    await remind()
    const [text, ...others] = await reminders()
    expect(others).toEqual([])
    // Lemon Squeezy does not say what it will charge: there it is the plan's price.
    expect(text).toContain(id === 'lemonsqueezy' ? 'Amount: $50.00 USD a year' : 'Amount: €90.00 EUR a year')
    expect(text).toContain('/subscription')
    world.fake(id).renew(world.fake(id).subscriptionIds()[0] ?? '')
    await world.deliver()
    await waitUntil(13)
    await remind()
    expect(await reminders()).toHaveLength(2)
  })
})

test('a price that begins with the renewal is named in no other currency than that of the customer', async () => {
  await start('polar', 'sqlite')
  const { life, prices } = world.fake('polar')
  const [subscription] = life.subscriptions.values()
  const [, , price] = prices
  if (!subscription || !price) throw new Error('There is no subscription')
  await inTransaction(world.app.ctx, (tx) =>
    setPrice(tx, { plan: 'pro', interval: 'yearly', provider: 'polar' }, price.ref),
  )
  life.schedule(subscription, price)
  await world.deliver()
  await waitUntil(13)
  await remind()
  expect(await reminders()).toEqual([expect.stringContaining('Polar shows the amount')])
  expect((await reminders())[0]).not.toContain('Amount:')
})

describe('nobody is reminded', () => {
  beforeEach(() => start('stripe', 'postgres'))

  test('of a subscription that ends, also if only the provider knows that', async () => {
    const [subscription] = world.fake('stripe').life.subscriptions.values()
    if (!subscription) throw new Error('There is no subscription')
    world.fake('stripe').webhooks.drop = true
    world.fake('stripe').life.cancel(subscription)
    await waitUntil(13)
    await remind()
    await ada
      .call(cancelSubscription, { body: { subscriptionId: (await current()).id, reason: 'user_requested' } })
      .catch(() => {})
    await remind()
    expect(await reminders()).toEqual([])
  })

  test('while the provider does not answer; later it is made up for', async () => {
    await waitUntil(13)
    world.fake('stripe').server.fault = { status: 500, body: 'down' }
    await remind()
    expect(await reminders()).toEqual([])
    world.fake('stripe').server.fault = undefined
    await remind()
    expect(await reminders()).toHaveLength(1)
  })

  test('of a month', async () => {
    const { id } = await current()
    const planId = (await ada.call(listPlans, {})).plans.find(({ name }) => name === 'pro')?.id ?? 0
    const query = { planId, billingInterval: 'monthly' } as const
    const preview = await ada.call(previewSubscriptionChange, { params: { id }, query })
    const body = { ...query, dueNow: preview.due_now, previewedAt: preview.previewed_at }
    await ada.call(changeSubscription, { params: { id }, body })
    await waitUntil(13)
    await remind()
    expect(await reminders()).toEqual([])
  })
})
