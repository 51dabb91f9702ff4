// A customer cancels after a payment failed: nothing of the period is paid, so it ends, and nothing is charged later.

import {
  cancelSubscription,
  previewCancellation,
  readCurrentSubscription,
  refreshSubscription,
} from '@envhold/contract/billing/subscription.ts'
import { afterEach, expect, test } from 'vitest'
import { mailsOf } from '../../../../../../dev/world/mails.ts'
import { type FakeId, fakeIds } from '../../../../../../dev/world/payments/every-fake.ts'
import { type PayingApp, press, startPayingApp } from '../../../../../../dev/world/payments/paying-app.ts'

const dayMs = 24 * 3_600_000

let world: PayingApp
afterEach(() => world.stop())

/** A customer whose renewal failed. */
async function failed(provider: FakeId) {
  world = await startPayingApp('sqlite', [provider])
  const ada = await world.customer()
  const fake = world.fake(provider)
  await press((await ada.checkout()).checkoutUrl, 'pay')
  await world.deliver()
  const [id = ''] = fake.subscriptionIds()
  fake.failRenewal(id)
  await world.deliver()
  const current = async () => (await ada.call(readCurrentSubscription, {})).subscription
  const subscriptionId = (await current())?.id ?? 0
  expect(await current()).toMatchObject({ status: 'past_due' })
  const cancel = () => ada.call(cancelSubscription, { body: { subscriptionId, reason: 'too_expensive' } })
  return { ada, fake, id, current, cancel }
}

const dunning = () => world.app.ctx.db.selectFrom('dunning').select(['state', 'tries']).execute()

/** Everything that happens without the customer in the days after. */
async function waitForWeeks(): Promise<void> {
  for (let day = 0; day < 14; day++) {
    world.wait(dayMs)
    for (const sweep of ['subscriptions', 'failed-payments']) await world.sweep(sweep)
  }
}

test.each(fakeIds)('at %s it ends, says so before and after, and is not charged again', async (provider) => {
  const { ada, fake, current, cancel } = await failed(provider)
  const { ends_at, grace_ends_at } = await ada.call(previewCancellation, {})
  expect(Date.parse(ends_at)).toBeLessThanOrEqual(world.app.ctx.clock())
  expect(Date.parse(grace_ends_at) - Date.parse(ends_at)).toBe(30 * dayMs)
  const canceled = await cancel()
  expect(canceled).toMatchObject({
    message: 'Subscription canceled successfully.',
    subscription: { status: 'ended', cancel_at: null, next_payment_attempt: null },
  })
  await world.deliver()
  const mails = await ada.mails()
  expect(mails).toEqual(['payment-receipt', 'payment-failed', 'subscription-ended'])
  fake.server.log.length = 0
  await waitForWeeks()
  expect(fake.server.log.filter(({ method }) => method !== 'GET')).toEqual([])
  expect(await current()).toMatchObject({ status: 'ended' })
  expect(await dunning()).toEqual([{ state: 'canceled', tries: 0 }])
  expect(mails).toEqual(expect.arrayContaining(await ada.mails()))
  const [ended] = (await mailsOf(world.app)).filter(({ template }) => template === 'subscription-ended')
  expect(ended?.subject).toBe('Your Pro subscription has ended')
  expect(ended?.text).not.toContain('could not collect')
  const billed = (await ada.events()).filter((type) => /^(subscription|payment)_/.test(type))
  expect(billed).toEqual([
    'subscription_started',
    'payment_failed',
    'subscription_canceled',
    'subscription_ended',
  ])
})

test.each(fakeIds)('canceled in the portal of %s, it ends just so', async (provider) => {
  const { ada, fake, id, current } = await failed(provider)
  await fetch(`${fake.server.url}/__portal/${id}/cancel`, { method: 'POST', redirect: 'manual' })
  await world.deliver()
  expect(await current()).toMatchObject({ status: 'ended' })
  const mails = await ada.mails()
  expect(mails).toEqual(['payment-receipt', 'payment-failed', 'subscription-ended'])
  await waitForWeeks()
  expect(mails).toEqual(expect.arrayContaining(await ada.mails()))
})

test('a provider that is down while it is canceled keeps the retries away, and ends it later', async () => {
  const { ada, fake, id, current } = await failed('stripe')
  await fetch(`${fake.server.url}/__portal/${id}/cancel`, { method: 'POST', redirect: 'manual' })
  fake.server.fault = { status: 503 }
  await expect(ada.call(refreshSubscription, {})).rejects.toMatchObject({ status: 503 })
  world.wait(dayMs)
  await world.sweep('failed-payments')
  fake.server.fault = undefined
  fake.server.log.length = 0
  await world.sweep('failed-payments')
  expect(fake.server.log.filter(({ path }) => path.endsWith('/pay'))).toEqual([])
  expect(await current()).toMatchObject({ status: 'ended' })
})

test('one that was paid after all and is canceled then stays until its period ends', async () => {
  const { fake, id, cancel } = await failed('lemonsqueezy')
  fake.recover(id)
  expect((await cancel()).subscription).toMatchObject({ status: 'active', cancel_at: expect.any(String) })
})

test('a try that collects the payment is counted', async () => {
  await failed('stripe')
  world.wait(dayMs)
  await world.sweep('failed-payments')
  expect(await dunning()).toEqual([{ state: 'recovered', tries: 1 }])
})
