// Changes of plan through the running server, at each provider: what is shown is what is charged, and nothing is
// charged twice, whatever happens in between.

import { listInvoices } from '@envhold/contract/billing/invoices.ts'
import type { BillingInterval } from '@envhold/contract/billing/payments.ts'
import {
  cancelPlannedChange,
  changeSubscription,
  previewSubscriptionChange,
} from '@envhold/contract/billing/plan-change.ts'
import { listPlans } from '@envhold/contract/billing/plan-offers.ts'
import {
  cancelSubscription,
  readCurrentSubscription,
  resumeSubscription,
} from '@envhold/contract/billing/subscription.ts'
import { createProject } from '@envhold/contract/projects/projects.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { mailsOf } from '../../../../../../dev/world/mails.ts'
import { type Fake, type FakeId, fakeIds } from '../../../../../../dev/world/payments/every-fake.ts'
import {
  type Customer,
  type PayingApp,
  press,
  startPayingApp,
} from '../../../../../../dev/world/payments/paying-app.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { setPrice } from '../../plans/plan-price-store.ts'
import { insertPlan } from '../../plans/plan-store.ts'

/** The requests that change a plan. */
const changesOfPlan = /^(POST \/v1\/subscriptions\/[^/]+|POST .*\/change-plan|PATCH .*)$/

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

const team = {
  name: 'team',
  display_name: 'Team',
  description: '',
  price_monthly: 29,
  price_yearly: null,
  max_projects: 1,
  max_collaborators: 50,
  max_stored_bytes: 5_000_000_000,
  api_rate_limit_per_hour: 5_000,
  api_rate_limit_per_day: 120_000,
  max_api_calls_per_month: -1,
  api_features: {},
  isActive: true,
} as const

let world: PayingApp
let ada: Customer
let fake: Fake

/** A customer on Pro, billed monthly, in the middle of the period. */
async function start(id: FakeId): Promise<void> {
  world = await startPayingApp('sqlite', [id])
  fake = world.fake(id)
  await inTransaction(world.app.ctx, async (tx) => {
    await insertPlan(tx, team)
    await setPrice(tx, { plan: 'team', interval: 'monthly', provider: id }, fake.prices[2]?.ref ?? '')
  })
  // The first account is the operator's, which no plan limits.
  await addPerson(world.app, { masterPassword: null })
  ada = await world.customer(await addPerson(world.app))
  await press((await ada.checkout()).checkoutUrl, 'pay')
  await world.deliver()
  world.wait(15 * dayMs)
}

const current = async (customer = ada) => {
  const { subscription } = await customer.call(readCurrentSubscription, {})
  if (!subscription) throw new Error('There is no subscription')
  return subscription
}
const planId = async (name: string) =>
  (await ada.call(listPlans, {})).plans.find((plan) => plan.name === name)?.id ?? 0

const look = async (plan: string, billingInterval: BillingInterval, customer = ada) =>
  await customer.call(previewSubscriptionChange, {
    params: { id: (await current()).id },
    query: { planId: await planId(plan), billingInterval },
  })

type Preview = Pick<Awaited<ReturnType<typeof look>>, 'due_now' | 'previewed_at'>
const confirm = async (
  plan: string,
  billingInterval: BillingInterval,
  { due_now, previewed_at }: Preview,
  customer = ada,
) =>
  await customer.call(changeSubscription, {
    params: { id: (await current()).id },
    body: {
      planId: await planId(plan),
      billingInterval,
      dueNow: due_now,
      previewedAt: previewed_at,
    },
  })

const bills = () => fake.life.bills().length
const changesMailed = async () =>
  (await mailsOf(world.app)).filter(({ template }) => template === 'subscription-changed')

describe.each(fakeIds)('%s', (id) => {
  beforeEach(() => start(id))
  afterEach(() => world.stop())

  test('a year instead of months: shown, charged once, on record and mailed once', async () => {
    const preview = await look('pro', 'yearly')
    expect(preview).toMatchObject({ provider: id, billing_interval: 'yearly', starts: 'now' })
    const changed = await confirm('pro', 'yearly', preview)
    expect(changed).toMatchObject({
      message: 'Your subscription is Pro, billed yearly, from now on.',
      subscription: { plan: 'pro', billing_interval: 'yearly', status: 'active', next: null },
    })
    await world.deliver()
    world.wait(2 * dayMs)
    await world.sweep('subscriptions')
    const { invoices } = await ada.call(listInvoices, {})
    expect(invoices).toHaveLength(2)
    // Lemon Squeezy and Polar say the amount only when they charge it.
    if (preview.due_now !== null) expect(invoices[0]?.total).toBe(preview.due_now)
    else expect(['lemonsqueezy', 'polar']).toContain(id)
    expect((await changesMailed()).map(({ text }) => text)).toEqual([
      expect.stringContaining('Pro, billed yearly'),
    ])
    expect((await ada.mails()).filter((template) => template === 'payment-receipt')).toHaveLength(2)
    const events = (await ada.events()).filter((type) => type.startsWith('subscription_'))
    expect(events).toEqual(['subscription_started', 'subscription_changed'])
  })

  test('a larger plan and back: limits are shown, and what does not fit stays', async () => {
    for (const name of ['One', 'Two']) await ada.call(createProject, { body: { name } })
    const preview = await look('team', 'monthly')
    expect(preview.limits).toContainEqual({ limit: 'projects', before: -1, after: 1, used: 2 })
    expect(preview.limits).toContainEqual({
      limit: 'api_calls_per_hour',
      before: 1_000,
      after: 5_000,
      used: null,
    })
    await confirm('team', 'monthly', preview)
    await world.deliver()
    expect(await current()).toMatchObject({ plan: 'team', billing_interval: 'monthly' })
    await expect(ada.call(createProject, { body: { name: 'Three' } })).rejects.toMatchObject({
      code: 'LIMIT_REACHED',
    })
    const back = await look('pro', 'monthly')
    const { message, subscription } = await confirm('pro', 'monthly', back)
    if (back.starts === 'now') {
      expect(back.due_now === null || back.due_now < 0).toBe(true)
      expect(subscription).toMatchObject({ plan: 'pro', next: null })
      return
    }
    expect(back).toMatchObject({ due_now: 0, starts_at: subscription.current_period_end })
    expect(message).toMatch(/^Your subscription changes to Pro on /)
    expect(subscription).toMatchObject({ plan: 'team', next: { plan: 'pro', billing_interval: 'monthly' } })
    fake.renew(fake.subscriptionIds()[0] ?? '')
    await world.deliver()
    expect(await current()).toMatchObject({ plan: 'pro', next: null })
    expect(await changesMailed()).toHaveLength(3)
  })

  test('two tabs at the same time are charged once, and so is a second confirmation', async () => {
    const preview = await look('pro', 'yearly')
    const orders = [
      ['pro', 'yearly'],
      ['pro', 'yearly'],
      ['team', 'monthly'],
    ] as const
    const tabs = await Promise.allSettled(orders.map(([plan, interval]) => confirm(plan, interval, preview)))
    expect(tabs.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const tab of tabs)
      if (tab.status === 'rejected') expect(tab.reason).toMatchObject({ code: 'CONFLICT' })
    expect(bills()).toBe(2)
    // Any of them may have been the first.
    const [plan, interval] = orders[tabs.findIndex(({ status }) => status === 'fulfilled')] ?? orders[0]
    await expect(confirm(plan, interval, preview)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
    expect(bills()).toBe(2)
  })

  test('one that began under a clock that was ahead stops no other', async () => {
    const { db, clock } = world.app.ctx
    await db
      .updateTable('subscriptions')
      .set({ changing_until: clock() + 30 * dayMs })
      .execute()
    await confirm('pro', 'yearly', await look('pro', 'yearly'))
    expect(bills()).toBe(2)
  })

  test('a provider that changes the plan and then does not answer charges once', async () => {
    const preview = await look('pro', 'yearly')
    fake.server.downAfter = changesOfPlan
    const outcome = await confirm('pro', 'yearly', preview).catch((error: unknown) => error)
    // The answer is lost, and so is the one to the question that follows.
    expect(outcome).toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('charged once at most'),
    })
    fake.server.fault = undefined
    fake.server.downAfter = undefined
    await expect(confirm('pro', 'yearly', preview)).rejects.toMatchObject({ code: 'CONFLICT' })
    world.wait(3 * minuteMs)
    await world.sweep('subscriptions')
    expect(await current()).toMatchObject({ billing_interval: 'yearly' })
    expect(bills()).toBe(2)
    await world.deliver()
    expect(await changesMailed()).toHaveLength(1)
    expect((await ada.call(listInvoices, {})).invoices).toHaveLength(2)
  })

  test('a provider that is down changes nothing, and is asked again', async () => {
    const preview = await look('pro', 'yearly')
    fake.server.fault = { status: 500, body: 'down' }
    await expect(look('pro', 'yearly')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await expect(confirm('pro', 'yearly', preview)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    fake.server.fault = undefined
    expect(bills()).toBe(1)
    await confirm('pro', 'yearly', preview)
    expect(await current()).toMatchObject({ billing_interval: 'yearly' })
  })

  test('a card that is declined changes nothing', async () => {
    const preview = await look('pro', 'yearly')
    fake.isCardDeclined = true
    const outcome = await confirm('pro', 'yearly', preview).catch((error: unknown) => error)
    if (id === 'dodo') expect(outcome).toMatchObject({ message: expect.stringContaining('being confirmed') })
    else expect(outcome).toMatchObject({ code: 'CONFLICT' })
    await world.deliver()
    expect(await current()).toMatchObject({ billing_interval: 'monthly', status: 'active' })
    expect(bills()).toBe(1)
    expect(await changesMailed()).toEqual([])
  })
})

describe.each(['dodo', 'polar'] as const)('a change that begins with the next period, at %s', (id) => {
  beforeEach(() => start(id))
  afterEach(() => world.stop())

  const cancelPlanned = async () => ada.call(cancelPlannedChange, { params: { id: (await current()).id } })
  const schedule = async () => {
    const [subscription] = fake.life.subscriptions.values()
    if (!subscription) throw new Error('There is no subscription')
    fake.life.schedule(subscription, fake.prices[1])
    await world.deliver()
    await world.sweep('subscriptions')
    expect(await current()).toMatchObject({ next: { plan: 'pro', billing_interval: 'yearly' } })
  }

  test('is canceled, and the plan stays at the price that is paid', async () => {
    await schedule()
    await inTransaction(world.app.ctx, (tx) =>
      setPrice(tx, { plan: 'pro', interval: 'monthly', provider: id }, fake.prices[2]?.ref ?? ''),
    )
    const { message, subscription } = await cancelPlanned()
    expect(message).toBe('The planned change is canceled. You keep Pro.')
    expect(subscription).toMatchObject({ plan: 'pro', next: null })
    fake.renew(fake.subscriptionIds()[0] ?? '')
    await world.deliver()
    expect(fake.life.bills().map(({ invoice }) => invoice.total)).toEqual([1_080, 1_080])
    await expect(cancelPlanned()).rejects.toMatchObject({ code: 'CONFLICT', message: /no planned change/ })
  })

  test('stays planned while the provider does not answer, or does not cancel it', async () => {
    await schedule()
    fake.server.fault = { status: 500, body: 'down' }
    await expect(cancelPlanned()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    fake.server.fault = undefined
    const [subscriptionId = ''] = fake.subscriptionIds()
    const scheduled = { product_id: fake.prices[1]?.ref }
    fake.overrides.set(subscriptionId, { scheduled_change: scheduled, pending_update: scheduled })
    await expect(cancelPlanned()).rejects.toMatchObject({
      code: 'CONFLICT',
      message: /still plans the change/,
    })
    fake.overrides.clear()
    await cancelPlanned()
    expect(await current()).toMatchObject({ next: null })
  })
})

describe('what cannot be changed', () => {
  beforeEach(() => start('stripe'))
  afterEach(() => world.stop())

  test('an old, a future or another amount is not charged', async () => {
    const preview = await look('pro', 'yearly')
    const others: readonly [Preview, RegExp][] = [
      [{ ...preview, due_now: (preview.due_now ?? 0) - 200 }, /amount has changed/],
      [{ ...preview, due_now: null }, /amount has changed/],
      [{ ...preview, previewed_at: new Date(world.app.ctx.clock() + minuteMs).toISOString() }, /out of date/],
      [{ ...preview, previewed_at: '2020-01-01T00:00:00.000Z' }, /out of date/],
    ]
    for (const [other, message] of others)
      await expect(confirm('pro', 'yearly', other)).rejects.toMatchObject({ code: 'CONFLICT', message })
    world.wait(16 * minuteMs)
    await expect(confirm('pro', 'yearly', preview)).rejects.toMatchObject({ message: /out of date/ })
    expect(bills()).toBe(1)
  })

  test('another account’s subscription, an unknown plan, the free plan and the same plan are refused', async () => {
    const eve = await world.customer()
    const preview = await look('pro', 'yearly')
    await expect(look('pro', 'yearly', eve)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(confirm('pro', 'yearly', preview, eve)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    for (const [plan, interval] of [
      ['none', 'monthly'],
      ['starter', 'monthly'],
      ['pro', 'monthly'],
      ['team', 'yearly'],
    ] as const) {
      await expect(look(plan, interval)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
      await expect(confirm(plan, interval, preview)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
    }
    expect(bills()).toBe(1)
  })

  test('one that was canceled, has failed or has ended says what to do first', async () => {
    const { id: subscriptionId } = await current()
    const preview = await look('pro', 'yearly')
    await ada.call(cancelSubscription, { body: { subscriptionId, reason: 'user_requested' } })
    await expect(confirm('pro', 'yearly', preview)).rejects.toMatchObject({ message: /Resume it first/ })
    await ada.call(resumeSubscription, { body: { subscriptionId } })
    // The server has not heard of it.
    fake.webhooks.drop = true
    fake.life.cancel(fake.life.subscriptions.values().next().value as never)
    await expect(confirm('pro', 'yearly', preview)).rejects.toMatchObject({ message: /Resume it first/ })
    await ada.call(resumeSubscription, { body: { subscriptionId } })
    fake.failRenewal(fake.subscriptionIds()[0] ?? '')
    await world.sweep('subscriptions')
    await expect(look('pro', 'yearly')).rejects.toMatchObject({ message: /Pay it/ })
    expect(bills()).toBe(2)
  })

  test('previews of an account are limited', async () => {
    const outcomes: unknown[] = []
    for (let n = 0; n < 61; n++) outcomes.push(await look('pro', 'yearly').catch((error: unknown) => error))
    expect(outcomes.at(59)).toHaveProperty('due_now')
    expect(outcomes.at(60)).toMatchObject({ code: 'RATE_LIMITED' })
  })
})
