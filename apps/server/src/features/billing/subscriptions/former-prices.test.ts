// Providers keep the prices of what was bought and scheduled, also after the operator has entered the ids of new ones.
import { readCurrentSubscription } from '@envhold/contract/billing/subscription.ts'
import { afterEach, expect, test } from 'vitest'
import type { FakeId } from '../../../../../../dev/world/payments/every-fake.ts'
import {
  type Customer,
  type PayingApp,
  press,
  startPayingApp,
} from '../../../../../../dev/world/payments/paying-app.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { setPrice } from '../../plans/plan-price-store.ts'
import { insertPlan } from '../../plans/plan-store.ts'

const plan = {
  name: 'team',
  display_name: 'Team',
  description: '',
  price_monthly: 29,
  price_yearly: null,
  max_projects: 20,
  max_collaborators: 50,
  max_stored_bytes: 5_000_000_000,
  api_rate_limit_per_hour: 5_000,
  api_rate_limit_per_day: 120_000,
  max_api_calls_per_month: -1,
  api_features: {},
  isActive: true,
} as const

let world: PayingApp
afterEach(() => world.stop())

const startAt = async (id: FakeId): Promise<Customer> => {
  world = await startPayingApp('sqlite', [id])
  return await world.customer()
}
const set = (...of: Parameters<typeof setPrice> extends [unknown, ...infer Rest] ? Rest : never) =>
  inTransaction(world.app.ctx, (tx) => setPrice(tx, ...of))

test('a plan that is scheduled for a price that is replaced begins when the period ends', async () => {
  const ada = await startAt('polar')
  const fake = world.fake('polar')
  const team = { plan: 'team', interval: 'monthly', provider: 'polar' } as const
  await inTransaction(world.app.ctx, (tx) => insertPlan(tx, plan))
  await set(team, fake.prices[2]?.ref ?? '')
  await press((await ada.checkout()).checkoutUrl, 'pay')
  await world.deliver()
  for (const subscription of fake.life.subscriptions.values())
    fake.life.schedule(subscription, fake.prices[2])
  await set(team, crypto.randomUUID())
  await world.deliver()
  expect(await ada.call(readCurrentSubscription, {})).toMatchObject({
    subscription: { plan: 'pro', next: { plan: 'team' } },
  })
  fake.renew(fake.subscriptionIds()[0] ?? '')
  await world.deliver()
  expect(await ada.call(readCurrentSubscription, {})).toMatchObject({
    subscription: { plan: 'team', next: null },
  })
})

test('a checkout for a price that is replaced before it is paid leads to what was chosen', async () => {
  const ada = await startAt('lemonsqueezy')
  const { checkoutUrl } = await ada.checkout({ billingInterval: 'yearly' })
  await set({ plan: 'pro', interval: 'yearly', provider: 'lemonsqueezy' }, '999001')
  await press(checkoutUrl, 'pay')
  await world.deliver()
  expect(await ada.call(readCurrentSubscription, {})).toMatchObject({
    subscription: { plan: 'pro', billing_interval: 'yearly' },
  })
})

test('a price that was replaced before the checkout leads to nothing', async () => {
  const ada = await startAt('lemonsqueezy')
  const fake = world.fake('lemonsqueezy')
  const former = fake.prices[0]?.ref ?? ''
  await set({ plan: 'pro', interval: 'monthly', provider: 'lemonsqueezy' }, fake.prices[2]?.ref ?? '')
  await press((await ada.checkout()).checkoutUrl, 'pay')
  // Buyers can add the id of our checkout to the page of any product.
  fake.overrides.set(fake.subscriptionIds()[0] ?? '', { variant_id: Number(former) })
  await world.deliver()
  expect(await ada.call(readCurrentSubscription, {})).toMatchObject({ subscription: null })
})
