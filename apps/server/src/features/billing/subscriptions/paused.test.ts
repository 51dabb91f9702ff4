// A subscription that is paused at its provider: it pays for nothing, and can be resumed or canceled.

import { changeSubscription } from '@envhold/contract/billing/plan-change.ts'
import {
  cancelSubscription,
  previewCancellation,
  readCurrentSubscription,
  refreshSubscription,
  resumeSubscription,
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

let world: PayingApp
let ada: Customer
let subscriptionId: number
let id: string
beforeEach(async () => {
  world = await startPayingApp('sqlite', ['stripe'])
  ada = await world.customer()
  await press((await ada.checkout()).checkoutUrl, 'pay')
  await world.deliver()
  const { subscription } = await ada.call(readCurrentSubscription, {})
  subscriptionId = subscription?.id ?? 0
  id = world.fake('stripe').subscriptionIds()[0] ?? ''
  world.fake('stripe').overrides.set(id, { pause_collection: { behavior: 'void' } })
  await ada.call(refreshSubscription, {})
})
afterEach(() => world.stop())

const planName = async () => (await ada.call(readSubscriptionStatus, {})).subscription.planName

test('its mail says that it is paused, and the plan cannot be changed before it is resumed', async () => {
  expect(await planName()).toBe('free')
  expect(await ada.mails()).toEqual(['payment-receipt', 'subscription-paused'])
  const text = (await mailsOf(world.app)).at(-1)?.text
  expect(text).toContain('It has not ended')
  expect(await ada.events()).not.toContain('subscription_ended')
  const body = {
    planId: 2,
    billingInterval: 'yearly',
    dueNow: 0,
    previewedAt: new Date(world.app.ctx.clock()).toISOString(),
  } as const
  await expect(ada.call(changeSubscription, { params: { id: subscriptionId }, body })).rejects.toMatchObject({
    status: 409,
    message: 'This subscription is paused. Resume it first, then change the plan.',
  })
})

test('resuming brings the plan back', async () => {
  world.fake('stripe').overrides.delete(id)
  const { subscription } = await ada.call(resumeSubscription, { body: { subscriptionId } })
  expect(subscription.status).toBe('active')
  expect(await planName()).toBe('pro')
})

test('without an answer, resuming does not say that nothing was charged', async () => {
  world.fake('stripe').server.fault = { status: 500, body: 'down' }
  const message =
    'Stripe has not confirmed the change yet. You are charged once at most. Reload the page in two minutes.'
  await expect(ada.call(resumeSubscription, { body: { subscriptionId } })).rejects.toMatchObject({
    status: 503,
    message,
  })
  world.fake('stripe').server.fault = undefined
})

test('canceling ends it now, and says so before', async () => {
  const { ends_at } = await ada.call(previewCancellation, {})
  expect(Date.parse(ends_at)).toBeLessThanOrEqual(world.app.ctx.clock())
  const canceled = await ada.call(cancelSubscription, {
    body: { subscriptionId, reason: 'temporary_pause' },
  })
  expect(canceled).toMatchObject({
    message: 'Subscription canceled successfully.',
    subscription: { status: 'ended' },
  })
  expect(await ada.mails()).toEqual(['payment-receipt', 'subscription-paused', 'subscription-ended'])
})
