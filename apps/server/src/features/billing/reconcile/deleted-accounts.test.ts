// A customer deletes the account: the subscription is canceled, nobody is charged any more, and the billing records
// stay for as long as tax law asks.

import { deleteAccount } from '@envhold/contract/accounts/account-settings.ts'
import { login } from '@envhold/contract/accounts/accounts.ts'
import type { BillingInterval } from '@envhold/contract/billing/payments.ts'
import { listPlans } from '@envhold/contract/billing/plan-offers.ts'
import {
  cancelSubscription,
  resumeSubscription,
  startCheckout,
} from '@envhold/contract/billing/subscription.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { mailsOf } from '../../../../../../dev/world/mails.ts'
import { type FakeId, fakeIds } from '../../../../../../dev/world/payments/every-fake.ts'
import { type PayingApp, press, startPayingApp } from '../../../../../../dev/world/payments/paying-app.ts'
import type { Person } from '../../../../../../dev/world/sign-up.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { insertProject } from '../../projects/project-store.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

let world: PayingApp
let ada: Person
beforeEach(async () => {
  world = await startPayingApp('sqlite')
  await addPerson(world.app, { masterPassword: null })
  ada = await addPerson(world.app, { masterPassword: null, email: 'ada.lovelace@example.com' })
})
afterEach(() => world.stop())

async function subscribe(provider: FakeId, billingInterval: BillingInterval = 'yearly'): Promise<void> {
  const { plans } = await ada.client.call(listPlans, {})
  const page = `${world.app.ctx.config.publicUrl}/subscription`
  const { checkoutUrl } = await ada.client.call(startCheckout, {
    body: {
      planId: plans.find(({ name }) => name === 'pro')?.id ?? 0,
      billingInterval,
      provider,
      successUrl: page,
      cancelUrl: page,
    },
  })
  await press(checkoutUrl, 'pay')
  await world.deliver()
}

const rowsOf = async () => {
  const { db } = world.app.ctx
  return {
    subscriptions: await db.selectFrom('subscriptions').selectAll().execute(),
    invoices: await db.selectFrom('invoices').selectAll().execute(),
  }
}
const subscription = async () => (await rowsOf()).subscriptions[0]
/** Everything that a day of the hourly sweeps would do. */
const sweep = async (...names: string[]) => {
  for (const name of [...names, ...names]) await world.sweep(name)
}
const changesAt = (provider: FakeId) =>
  world
    .fake(provider)
    .server.log.filter(
      ({ method, path }) => ['POST', 'PATCH', 'DELETE'].includes(method) && !path.startsWith('/__'),
    )

test.each(fakeIds)('at %s', async (provider) => {
  await subscribe(provider)
  const fake = world.fake(provider)
  await world.sweep('subscriptions-of-deleted-accounts')
  expect(await subscription()).toMatchObject({ status: 'active', cancel_at: null })

  await ada.client.call(deleteAccount, { body: { password: ada.password } })
  fake.server.log.length = 0
  await sweep('subscriptions-of-deleted-accounts')
  const canceled = await subscription()
  expect(canceled).toMatchObject({ status: 'active', cancel_at: canceled?.period_end })
  expect(changesAt(provider)).toHaveLength(1)

  world.wait(31 * dayMs)
  fake.server.log.length = 0
  await sweep('accounts', 'subscriptions-of-deleted-accounts')
  expect(
    await world.app.ctx.db.selectFrom('users').select('id').where('id', '=', ada.userId).execute(),
  ).toEqual([])
  const canEndNow = provider !== 'lemonsqueezy'
  expect(await subscription()).toMatchObject(
    canEndNow ? { status: 'ended' } : { cancel_at: canceled?.period_end },
  )
  expect(changesAt(provider)).toHaveLength(canEndNow ? 1 : 0)
  expect(await world.app.ctx.db.selectFrom('checkouts').selectAll().execute()).toEqual([])

  world.wait(360 * dayMs)
  const [id = ''] = fake.subscriptionIds()
  if (!canEndNow) fake.endPeriod(id)
  await sweep('subscriptions', 'failed-payments', 'billing-records')
  const kept = await rowsOf()
  expect(kept).toMatchObject({
    subscriptions: [{ status: 'ended' }],
    invoices: [{ status: 'paid', total: 10_800 }],
  })
  const text = JSON.stringify(kept).toLowerCase()
  for (const name of [ada.email, ada.username, 'lovelace', '@'])
    expect(text).not.toContain(name.toLowerCase())

  world.wait(6 * 365 * dayMs)
  await sweep('billing-records')
  expect(await rowsOf()).toMatchObject({ subscriptions: [{}] })
  world.wait(2 * 365 * dayMs)
  await sweep('billing-records')
  expect(await rowsOf()).toEqual({ subscriptions: [], invoices: [] })
})

test('an account that is restored can resume its subscription', async () => {
  await subscribe('stripe')
  await ada.client.call(deleteAccount, { body: { password: ada.password } })
  await sweep('subscriptions-of-deleted-accounts')
  const { token } = await world.app.as().call(login, { body: { email: ada.email, password: ada.password } })
  const { id: subscriptionId = 0 } = (await subscription()) ?? {}
  const back = world.app.as({ token })
  expect(await back.call(resumeSubscription, { body: { subscriptionId } })).toMatchObject({
    subscription: { status: 'active', cancel_at: null },
  })
  await sweep('subscriptions-of-deleted-accounts')
  expect(await subscription()).toMatchObject({ cancel_at: null })
  await back.call(cancelSubscription, {
    body: { subscriptionId, atPeriodEnd: false, reason: 'user_requested' },
  })
  expect(await subscription()).toMatchObject({ status: 'ended', cancel_reason: 'user_requested' })
})

test('a restored account is mailed what happened to its subscription while it was deleted', async () => {
  const mailed = async () =>
    (await mailsOf(world.app)).filter(({ to }) => to === ada.email).map(({ template }) => template)
  let { client } = ada
  const deleteAndRestore = async (work: () => Promise<void>) => {
    const before = (await mailed()).length
    await client.call(deleteAccount, { body: { password: ada.password } })
    await work()
    const { token } = await world.app.as().call(login, { body: { email: ada.email, password: ada.password } })
    client = world.app.as({ token })
    return (await mailed()).slice(before).filter((template) => template.startsWith('subscription-'))
  }
  await subscribe('stripe', 'monthly')
  // Its period ends within the restore window.
  world.wait(5 * dayMs)
  expect(await deleteAndRestore(async () => {}), 'it still renews').toEqual([])
  const canceled = await deleteAndRestore(() => sweep('subscriptions-of-deleted-accounts'))
  expect(canceled).toEqual(['subscription-canceled'])
  const ended = await deleteAndRestore(async () => {
    const fake = world.fake('stripe')
    fake.endPeriod(fake.subscriptionIds().at(-1) ?? '')
    await world.deliver()
  })
  expect(ended).toEqual(['subscription-ended'])
  expect(await deleteAndRestore(async () => {})).toEqual([])
})

test('a deleted account gets no mail about its plan and its projects, even when the subscription ends', async () => {
  await subscribe('stripe')
  for (const name of ['one', 'two', 'three'])
    await inTransaction(world.app.ctx, (tx) =>
      insertProject(tx, { ownerId: ada.userId, name, description: null }),
    )
  const before = (await mailsOf(world.app)).length
  await ada.client.call(deleteAccount, { body: { password: ada.password } })
  await sweep('subscriptions-of-deleted-accounts')
  const fake = world.fake('stripe')
  fake.endPeriod(fake.subscriptionIds().at(-1) ?? '')
  await world.deliver()
  await sweep('subscriptions', 'account-phases')
  expect(await subscription()).toMatchObject({ status: 'ended' })
  const mails = (await mailsOf(world.app)).slice(before).filter(({ to }) => to === ada.email)
  expect(mails.map(({ template }) => template)).toEqual(['account-deleted'])
})
