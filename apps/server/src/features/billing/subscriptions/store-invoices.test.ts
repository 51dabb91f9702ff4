import { expect, test } from 'vitest'
import { press, startPayingApp } from '../../../../../../dev/world/payments/paying-app.ts'
import { requireProvider, syncSubscription } from './sync-subscription.ts'

test('an old list of invoices overwrites no newer one, and a refund is mailed and recorded once', async () => {
  const world = await startPayingApp('sqlite', ['stripe'])
  const ada = await world.customer()
  await press((await ada.checkout()).checkoutUrl, 'pay')
  await world.deliver()
  const { ctx } = world.app
  const fake = world.fake('stripe')
  const [id = ''] = fake.subscriptionIds()
  const provider = await requireProvider(ctx, 'stripe')
  const listed = Promise.withResolvers<void>()
  const isRefunded = Promise.withResolvers<void>()
  const late = syncSubscription(
    ctx,
    {
      ...provider,
      listInvoices: async (subscription) => {
        const invoices = await provider.listInvoices(subscription)
        listed.resolve()
        await isRefunded.promise
        return invoices
      },
    },
    id,
  )
  await listed.promise
  fake.refund(id)
  await syncSubscription(ctx, provider, id)
  isRefunded.resolve()
  await late
  await syncSubscription(ctx, provider, id)
  expect(await ada.mails()).toEqual(['payment-receipt', 'payment-refunded'])
  expect(await ada.events()).toEqual(['subscription_started', 'payment_refunded'])
  await world.stop()
})
