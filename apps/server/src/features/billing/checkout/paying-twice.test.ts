// A customer who starts to pay more than once: in two tabs, or again because the first payment is not seen yet.

import {
  cancelSubscription,
  readCurrentSubscription,
  refreshSubscription,
} from '@envhold/contract/billing/subscription.ts'
import { readSubscriptionStatus } from '@envhold/contract/billing/subscription-status.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { mailsOf } from '../../../../../../dev/world/mails.ts'
import {
  type Customer,
  type PayingApp,
  press,
  startPayingApp,
} from '../../../../../../dev/world/payments/paying-app.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { setPrice } from '../../plans/plan-price-store.ts'
import { planMac } from '../../plans/plan-store.ts'

const hourMs = 3_600_000

let world: PayingApp
let ada: Customer
beforeEach(async () => {
  world = await startPayingApp('sqlite', ['stripe', 'dodo', 'polar'])
  ada = await world.customer()
})
afterEach(() => world.stop())

const planName = async () => (await ada.call(readSubscriptionStatus, {})).subscription.planName
const current = async () => (await ada.call(readCurrentSubscription, {})).subscription
const subscriptions = () =>
  world.app.ctx.db
    .selectFrom('subscriptions')
    .select(['provider', 'status', 'user_id'])
    .orderBy('id')
    .execute()

test('the older checkout is expired at a provider that can do that', async () => {
  const older = await ada.checkout({ provider: 'stripe' })
  const newer = await ada.checkout({ provider: 'stripe', billingInterval: 'yearly' })
  expect((await press(older.checkoutUrl, 'pay')).status).toBe(410)
  expect((await press(newer.checkoutUrl, 'pay')).status).toBe(303)
  await world.deliver()
  expect(await subscriptions()).toEqual([{ provider: 'stripe', status: 'active', user_id: ada.userId }])
  expect(await current()).toMatchObject({ billing_interval: 'yearly' })
})

test.each(['webhooks', 'reconciliation', 'refresh'])(
  'two tabs that are both paid lead to two subscriptions, and the better one counts, by %s',
  async (news) => {
    const tabs = [await ada.checkout({ provider: 'dodo' }), await ada.checkout({ provider: 'polar' })]
    for (const id of ['dodo', 'polar'] as const) world.fake(id).webhooks.drop = news !== 'webhooks'
    for (const { checkoutUrl } of tabs) expect((await press(checkoutUrl, 'pay')).status).toBe(303)
    world.wait(2 * hourMs)
    if (news === 'webhooks') await world.deliver()
    else if (news === 'refresh') await ada.call(refreshSubscription, {})
    else await world.sweep('subscriptions')
    expect((await subscriptions()).map(({ provider }) => provider).toSorted()).toEqual(['dodo', 'polar'])
    expect(await planName()).toBe('pro')

    const worse = world.fake('polar')
    worse.failRenewal(worse.subscriptionIds()[0] ?? '')
    await ada.call(refreshSubscription, {})
    expect(await current()).toMatchObject({ provider: 'dodo', status: 'active' })
    const dodo = world.fake('dodo')
    const [id = ''] = dodo.subscriptionIds()
    await fetch(`${dodo.server.url}/__portal/${id}/cancel`, { method: 'POST', redirect: 'manual' })
    dodo.endPeriod(id)
    await ada.call(refreshSubscription, {})
    expect(await current()).toMatchObject({ provider: 'polar', status: 'past_due' })
    expect(await planName()).toBe('pro')
  },
)

test('who pays twice is e-mailed, sees both, and cancels either', async () => {
  const tabs = [await ada.checkout({ provider: 'dodo' }), await ada.checkout({ provider: 'polar' })]
  for (const { checkoutUrl } of tabs) {
    await press(checkoutUrl, 'pay')
    await world.deliver()
  }
  const two = (await mailsOf(world.app)).filter(({ template }) => template === 'two-subscriptions')
  expect(two.map(({ to, subject }) => [to, subject])).toEqual([[ada.email, 'You pay for two subscriptions']])
  expect(two[0]?.text).toContain('Pro through Polar, and Pro through Dodo Payments')
  const { subscription, others } = await ada.call(readCurrentSubscription, {})
  expect([subscription?.provider, others.map(({ provider }) => provider)]).toEqual(['polar', ['dodo']])

  const subscriptionId = others[0]?.id ?? 0
  await ada.call(cancelSubscription, { body: { subscriptionId, reason: 'user_requested' } })
  const { others: canceled } = await ada.call(readCurrentSubscription, {})
  expect(canceled).toMatchObject([{ provider: 'dodo', cancel_at: expect.any(String) }])
  const dodo = world.fake('dodo')
  dodo.endPeriod(dodo.subscriptionIds()[0] ?? '')
  await world.deliver()
  expect((await ada.call(readCurrentSubscription, {})).others).toEqual([])
  const texts = (await mailsOf(world.app)).filter(({ template }) => /canceled|ended/.test(template))
  expect(texts.map(({ template }) => template)).toEqual(['subscription-canceled', 'subscription-ended'])
  for (const { text } of texts) {
    expect(text).toContain('Your other subscription continues: Pro through Polar.')
    expect(text).not.toMatch(/Free plan|Subscribe again/)
  }
})

test.each(['stripe', 'dodo', 'polar'] as const)(
  'one who has paid at %s is not sent to pay again, although no webhook came',
  async (provider) => {
    world.fake(provider).webhooks.drop = true
    const { checkoutUrl } = await ada.checkout({ provider })
    await press(checkoutUrl, 'pay')
    await expect(ada.checkout({ provider: 'dodo' })).rejects.toMatchObject({ status: 409, code: 'CONFLICT' })
    expect(await planName()).toBe('pro')
    expect(await subscriptions()).toHaveLength(1)
  },
)

test('a provider that is down does not keep a customer from paying at another', async () => {
  await ada.checkout({ provider: 'polar' })
  world.fake('polar').server.fault = { status: 503 }
  expect((await ada.checkout({ provider: 'dodo' })).provider).toBe('dodo')
})

test('what is left open is bounded for each account', async () => {
  for (let tab = 0; tab < 8; tab++) await ada.checkout({ provider: 'dodo' })
  const { log } = world.fake('dodo').server
  log.length = 0
  await ada.call(refreshSubscription, {})
  expect(log.length).toBeLessThanOrEqual(4)
})

test('a refresh has its news although another provider is down, and says so if there is none', async () => {
  await ada.checkout({ provider: 'polar' })
  const { checkoutUrl } = await ada.checkout({ provider: 'dodo' })
  world.fake('polar').server.fault = { status: 503 }
  world.fake('dodo').webhooks.drop = true
  await expect(ada.call(refreshSubscription, {})).rejects.toMatchObject({ status: 503 })
  await press(checkoutUrl, 'pay')
  expect(await ada.call(refreshSubscription, {})).toMatchObject({ subscription: { status: 'active' } })
})

test('of two plans that are paid for, the larger one counts everywhere, whichever was paid first', async () => {
  const { db, secrets } = world.app.ctx
  const pros = db.selectFrom('plans').selectAll().where('name', '=', 'pro')
  const { id: _, ...pro } = await pros.executeTakeFirstOrThrow()
  const team = { ...pro, name: 'team', display_name: 'Team', price_monthly: 20, price_yearly: 200 }
  await db
    .insertInto('plans')
    .values({ ...team, mac: planMac.of(secrets, team) })
    .execute()
  const [, ref] = world.fake('dodo').prices
  await inTransaction(world.app.ctx, (tx) =>
    setPrice(tx, { plan: 'team', interval: 'monthly', provider: 'dodo' }, ref?.ref ?? ''),
  )
  const tabs = [
    await ada.checkout({ provider: 'dodo', planName: 'team' }),
    await ada.checkout({ provider: 'polar' }),
  ]
  for (const { checkoutUrl } of tabs) {
    await press(checkoutUrl, 'pay')
    await world.deliver()
  }
  expect(await planName()).toBe('team')
  expect(await current()).toMatchObject({ plan: 'team', provider: 'dodo', status: 'active' })
})
