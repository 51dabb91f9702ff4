// Disputes as their providers write them: most webhooks name a payment and nothing else.
import { listInvoices } from '@envhold/contract/billing/invoices.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activityOf } from '../../../../../../dev/world/events-of.ts'
import type { FakeId } from '../../../../../../dev/world/payments/every-fake.ts'
import {
  type Customer,
  type PayingApp,
  press,
  startPayingApp,
} from '../../../../../../dev/world/payments/paying-app.ts'

let world: PayingApp
beforeAll(async () => {
  world = await startPayingApp('sqlite', ['stripe', 'dodo', 'polar'])
})
afterAll(() => world.stop())

async function subscribe(provider: FakeId): Promise<{ customer: Customer; id: string }> {
  const customer = await world.customer()
  await press((await customer.checkout({ provider })).checkoutUrl, 'pay')
  await world.deliver()
  return { customer, id: world.fake(provider).subscriptionIds().at(-1) ?? '' }
}

/** What is mailed, and recorded about disputes, because of an act at the provider. */
async function newsOf({ customer }: { customer: Customer }, act: () => void): Promise<string[][]> {
  const recorded = async () =>
    (await activityOf(world.app))
      .filter(({ user_id, event_type }) => user_id === customer.userId && event_type === 'payment_disputed')
      .map(({ description }) => description)
  const [mails, entries] = [await customer.mails(), await recorded()]
  act()
  await world.deliver()
  return [(await customer.mails()).slice(mails.length), (await recorded()).slice(entries.length)]
}

const opened = [['payment-disputed'], ['A payment for the subscription was disputed with the bank']]

test('a dispute at Stripe reaches its customer by its charge, and a lost one is refunded', async () => {
  const bought = await subscribe('stripe')
  const fake = world.fake('stripe')
  expect(await newsOf(bought, () => fake.dispute(bought.id, 'open'))).toEqual(opened)
  expect(await newsOf(bought, () => fake.dispute(bought.id, 'lost'))).toEqual([
    ['payment-refunded', 'dispute-closed'],
    ['The bank returned a disputed payment for the subscription'],
  ])
  const { invoices } = await bought.customer.call(listInvoices, {})
  expect(invoices).toMatchObject([{ status: 'refunded' }])
})

test('a dispute at Dodo Payments reaches its customer by its payment', async () => {
  const bought = await subscribe('dodo')
  const fake = world.fake('dodo')
  expect(await newsOf(bought, () => fake.dispute(bought.id, 'open'))).toEqual(opened)
  expect(await newsOf(bought, () => fake.dispute(bought.id, 'won'))).toEqual([
    ['dispute-closed'],
    ['The bank rejected the dispute about a payment for the subscription'],
  ])
})

test('a lost dispute at Dodo Payments is refunded', async () => {
  const bought = await subscribe('dodo')
  expect(await newsOf(bought, () => world.fake('dodo').dispute(bought.id, 'lost'))).toEqual([
    ['payment-refunded', 'dispute-closed'],
    ['The bank returned a disputed payment for the subscription'],
  ])
  const { invoices } = await bought.customer.call(listInvoices, {})
  expect(invoices).toMatchObject([{ status: 'refunded' }])
})

test('a refund of Polar says what came of its dispute, once', async () => {
  const bought = await subscribe('polar')
  expect(await newsOf(bought, () => world.fake('polar').dispute(bought.id, 'lost'))).toEqual([
    ['dispute-closed'],
    ['The bank returned a disputed payment for the subscription'],
  ])
})
