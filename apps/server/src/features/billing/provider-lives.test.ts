// The whole life of a subscription at each provider, through the running server: the customer calls the API, the
// provider's page takes the payment, and its webhooks come over HTTP.

import { listInvoices, openInvoice } from '@envhold/contract/billing/invoices.ts'
import {
  cancelSubscription,
  openCustomerPortal,
  readCurrentSubscription,
  refreshSubscription,
  resumeSubscription,
} from '@envhold/contract/billing/subscription.ts'
import { readSubscriptionStatus } from '@envhold/contract/billing/subscription-status.ts'
import { describe, expect, inject, test } from 'vitest'
import { SecretSearch } from '../../../../../dev/world/find-secrets.ts'
import { mailsOf } from '../../../../../dev/world/mails.ts'
import { type Fake, type FakeId, fakeIds } from '../../../../../dev/world/payments/every-fake.ts'
import {
  type Customer,
  type PayingApp,
  press,
  startPayingApp,
} from '../../../../../dev/world/payments/paying-app.ts'
import type { Engine } from '../../db/connect.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Canaries: what a customer says on leaving. */
const comments = ['It costs far too much for us', 'We moved somewhere else now'] as const
const count = (all: readonly string[], name: string) => all.filter((template) => template === name).length

/** Who tells the server of a change. */
const news = ['webhooks', 'reconciliation', 'refresh'] as const
type News = (typeof news)[number]

/** lemonsqueezy names the checkout in webhooks only. */
const needsWebhookToStart: readonly FakeId[] = ['lemonsqueezy']
const canRetry: readonly FakeId[] = ['stripe', 'dodo']
const cannotEndNow: readonly FakeId[] = ['lemonsqueezy']

interface World extends PayingApp {
  readonly id: FakeId
  readonly provider: Fake
  readonly ada: Customer
  readonly tell: () => Promise<void>
}

const worldOf = async (engine: Engine, id: FakeId, by: News): Promise<World> => {
  const world = await startPayingApp(engine, [id])
  const ada = await world.customer()
  const provider = world.fake(id)
  const ways: Record<News, () => Promise<unknown>> = {
    webhooks: world.deliver,
    reconciliation: async () => {
      world.wait(25 * hourMs)
      await world.sweep('subscriptions')
    },
    refresh: () => ada.call(refreshSubscription, {}),
  }
  return { ...world, id, provider, ada, tell: async () => void (await ways[by]()) }
}

const planOf = async ({ ada }: World) => (await ada.call(readSubscriptionStatus, {})).subscription.planName
const currentOf = async ({ ada }: World) => (await ada.call(readCurrentSubscription, {})).subscription

/** Pays for Pro; returns the provider's id of the subscription. */
async function subscribe(world: World, by: News): Promise<string> {
  const { checkoutUrl, provider } = await world.ada.checkout()
  expect(provider).toBe(world.id)
  const { status, headers } = await press(checkoutUrl, 'pay')
  expect([status, headers.get('location')]).toEqual([303, expect.stringContaining('success=true')])
  const isLost = by !== 'webhooks'
  if (needsWebhookToStart.includes(world.id)) await world.deliver()
  else {
    if (by === 'reconciliation') world.wait(2 * hourMs)
    await world.tell()
  }
  world.provider.webhooks.drop = isLost
  expect(await planOf(world)).toBe('pro')
  return world.provider.subscriptionIds().at(-1) ?? ''
}

async function lifeWithRecovery(world: World, by: News): Promise<void> {
  const { ada, provider, tell } = world
  const id = await subscribe(world, by)
  const started = await currentOf(world)
  expect(started).toMatchObject({ plan: 'pro', status: 'active', provider: world.id, cancel_at: null })
  expect(await ada.mails()).toEqual(['payment-receipt'])

  provider.renew(id)
  await tell()
  expect(await currentOf(world)).toMatchObject({ status: 'active' })
  expect((await currentOf(world))?.current_period_end).not.toBe(started?.current_period_end)
  expect(count(await ada.mails(), 'payment-receipt')).toBe(2)
  const { invoices } = await ada.call(listInvoices, {})
  expect(invoices).toMatchObject([
    { status: 'paid', total: 1_080, tax: 180, currency: 'EUR' },
    { status: 'paid' },
  ])
  const { url } = await ada.call(openInvoice, { params: { id: invoices[0]?.id ?? 0 } })
  expect(url).toContain(provider.server.url)

  provider.failRenewal(id)
  if ('isCardDeclined' in provider) provider.isCardDeclined = true
  await tell()
  expect(await currentOf(world)).toMatchObject({
    status: 'past_due',
    next_payment_attempt: expect.any(String),
  })
  expect(await planOf(world)).toBe('pro')
  expect(count(await ada.mails(), 'payment-failed')).toBe(1)
  for (const [days, mails] of [
    [1, 2],
    [1, 2],
    [1, 3],
  ] as const) {
    world.wait(days * dayMs)
    for (let hour = 0; hour < 2; hour++) await world.sweep('failed-payments')
    expect(count(await ada.mails(), 'payment-failed')).toBe(mails)
  }
  provider.recover(id)
  await tell()
  expect(await currentOf(world)).toMatchObject({ status: 'active', next_payment_attempt: null })
  for (let day = 4; day <= 9; day++) {
    world.wait(dayMs)
    await world.sweep('failed-payments')
  }
  expect(await currentOf(world)).toMatchObject({ status: 'active', cancel_at: null })
  const mails = await ada.mails()
  expect([count(mails, 'payment-failed'), count(mails, 'payment-recovered')]).toEqual([3, 1])

  await cancelResumeEnd(world, id)
}

async function cancelResumeEnd(world: World, id: string): Promise<void> {
  const { ada, provider, tell } = world
  const current = await currentOf(world)
  const subscriptionId = current?.id ?? 0
  const canceled = await ada.call(cancelSubscription, {
    body: { subscriptionId, reason: 'too_expensive', comment: comments[0] },
  })
  expect(canceled.subscription).toMatchObject({ status: 'active', cancel_at: current?.current_period_end })
  await tell()
  expect(await planOf(world)).toBe('pro')
  const resumed = await ada.call(resumeSubscription, { body: { subscriptionId } })
  expect(resumed.subscription).toMatchObject({ status: 'active', cancel_at: null })
  await tell()
  await ada.call(cancelSubscription, { body: { subscriptionId, reason: 'other', comment: comments[1] } })
  expect(
    await ada.call(openCustomerPortal, { body: { returnUrl: `${world.app.ctx.config.publicUrl}/` } }),
  ).toEqual({ portalUrl: expect.stringContaining(provider.server.url) })
  provider.endPeriod(id)
  await tell()
  expect(await currentOf(world)).toMatchObject({
    status: 'ended',
    cancel_at: null,
    ended_at: expect.any(String),
  })
  expect(await planOf(world)).toBe('free')
  const reasons = await world.app.ctx.db.selectFrom('subscriptions').select('cancel_reason').execute()
  expect(reasons).toEqual([{ cancel_reason: 'other' }])

  // Nothing of what happened was told twice.
  const mails = await ada.mails()
  expect(
    ['subscription-canceled', 'subscription-resumed', 'subscription-ended'].map((template) =>
      count(mails, template),
    ),
  ).toEqual([2, 1, 1])
  const events = (await ada.events()).filter((type) => /^(subscription|payment)_/.test(type))
  expect(events).toEqual([
    'subscription_started',
    'subscription_renewed',
    'payment_failed',
    'payment_recovered',
    'subscription_canceled',
    'subscription_resumed',
    'subscription_canceled',
    'subscription_ended',
  ])
}

async function exhausted(world: World, by: News): Promise<void> {
  const { ada, provider, tell } = world
  const id = await subscribe(world, by)
  provider.failRenewal(id)
  if ('isCardDeclined' in provider) provider.isCardDeclined = true
  await tell()
  expect(count(await ada.mails(), 'payment-failed')).toBe(1)
  const { server } = provider
  const acts = () => server.log.filter(({ method, path }) => method !== 'GET' && !path.startsWith('/__'))
  let told = 1
  for (const days of [1, 2, 2, 2]) {
    const before = acts().length
    world.wait(days * dayMs)
    await world.sweep('failed-payments')
    expect(count(await ada.mails(), 'payment-failed')).toBe(++told)
    expect(acts().length - before).toBe(canRetry.includes(world.id) ? 1 : 0)
    expect(await currentOf(world)).toMatchObject({ status: 'past_due' })
  }
  world.wait(dayMs)
  server.fault = { status: 500, body: `Unknown ${ada.email}` }
  await world.sweep('failed-payments')
  expect(await currentOf(world)).toMatchObject({ status: 'past_due' })
  expect(await planOf(world)).toBe('pro')
  server.fault = undefined
  await world.sweep('failed-payments')
  const over = { status: 'ended', ended_at: expect.any(String), cancel_at: null, next_payment_attempt: null }
  expect(await currentOf(world)).toMatchObject(over)
  expect(await planOf(world)).toBe('free')
  const portal = await (
    await fetch(
      (
        await ada.call(openCustomerPortal, { body: { returnUrl: `${world.app.ctx.config.publicUrl}/` } })
      ).portalUrl,
    )
  ).text()
  expect(portal).toContain(cannotEndNow.includes(world.id) ? `${id}: past_due, ends` : '<p></p>')
  await tell()
  for (const sweep of ['failed-payments', 'subscriptions']) await world.sweep(sweep)
  expect(await currentOf(world)).toMatchObject({ status: 'ended' })
  const dunning = await world.app.ctx.db.selectFrom('dunning').select(['state', 'next_at']).execute()
  expect(dunning).toEqual([{ state: 'exhausted', next_at: null }])
  const mails = await ada.mails()
  expect([count(mails, 'payment-failed'), count(mails, 'subscription-ended')]).toEqual([5, 1])
  expect(count(await ada.events(), 'subscription_ended')).toBe(1)
  const texts = (await mailsOf(world.app)).filter(({ template }) => /failed|-ended/.test(template))
  expect(texts.map(({ text }) => /Tries left: (\d)/.exec(text)?.[1])).toEqual([
    '4',
    '3',
    '2',
    '1',
    undefined,
    undefined,
  ])
  expect(new Set(texts.map(({ subject }) => subject)).size).toBe(6)
  for (const { text } of texts.slice(0, 5)) expect(text).toMatch(/Amount due: €10\.80 EUR/)
  expect(texts.at(-1)?.text).toContain('could not collect the payment')
}

/** The log tells of the life, and holds nothing of the provider's settings, the customer or what was sent. */
async function expectSilence({ app, provider, ada }: World): Promise<void> {
  const { apiKey, webhookSecret } = provider.settings
  const checkouts = await app.ctx.db.selectFrom('checkouts').select(['id', 'session_id']).execute()
  const rows = await app.ctx.db.selectFrom('subscriptions').select(['provider_id', 'customer_id']).execute()
  const ids = [...checkouts, ...rows].flatMap((row) => Object.values(row)).filter((id) => id !== null)
  const secrets = [apiKey, webhookSecret, ada.email, ...comments, ...ids.filter((id) => id.length > 8)]
  const log = app.logged()
  expect(log).toContain('/api/subscriptions/checkout')
  expect([...new SecretSearch(secrets).in(Buffer.from(log))]).toEqual([])
}

/** In the long run everything; in the short one PostgreSQL plays one provider's lives by webhooks. */
const isLong = inject('longRuns')
const worlds: readonly (readonly [Engine, readonly FakeId[], readonly News[]])[] = [
  ['sqlite', fakeIds, news],
  ['postgres', isLong ? fakeIds : ['stripe'], isLong ? news : ['webhooks']],
]
/** Lives wait for files, mails and the database much more than they compute, so they run at the same time. */
for (const [engine, ids, ways] of worlds)
  describe.concurrent.each(ids)(`${engine}, %s`, (id) => {
    const play = async (by: News, life: (world: World, by: News) => Promise<void>) => {
      const world = await worldOf(engine, id, by)
      try {
        await life(world, by)
        await expectSilence(world)
      } finally {
        await world.stop()
      }
    }

    test.each(ways)('lives, fails, recovers, is canceled and ends, by %s alone', (by) =>
      play(by, lifeWithRecovery),
    )

    const exhaustions = isLong ? ways : (['webhooks'] as const)
    test.each(exhaustions)('is canceled at the provider first, and ends only then, by %s alone', (by) =>
      play(by, exhausted),
    )
  })
