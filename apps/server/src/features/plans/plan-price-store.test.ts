import type { ProviderId } from '@envhold/contract/billing/payments.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { appForTests, forEachEngine, type TestApp } from '../../../../../dev/world/app-for-tests.ts'
import { TamperedRowError } from '../../app-error.ts'
import { inTransaction } from '../../db/transaction.ts'
import { findPlanOfAnyPrice, findPlanOfPrice, findPrice, listPrices, setPrice } from './plan-price-store.ts'

forEachEngine((engine) => {
  let app: TestApp
  beforeEach(async () => {
    app = await appForTests(engine)
  })
  afterEach(() => app.stop())

  const of = (interval: 'monthly' | 'yearly', provider: ProviderId = 'stripe') => ({
    plan: 'pro',
    interval,
    provider,
  })
  const set = (price: ReturnType<typeof of>, ref: string) =>
    inTransaction(app.ctx, (tx) => setPrice(tx, price, ref))

  test('a price is found both ways, and replaced', async () => {
    expect(await findPrice(app.ctx, of('monthly'))).toBeUndefined()
    await set(of('monthly'), 'price_1')
    await set(of('yearly'), 'price_2')
    expect(await findPrice(app.ctx, of('monthly'))).toBe('price_1')
    expect(await findPlanOfPrice(app.ctx, 'stripe', 'price_2')).toEqual({
      plan: 'pro',
      billing_interval: 'yearly',
    })
    expect(await findPlanOfPrice(app.ctx, 'dodo', 'price_2')).toBeUndefined()
    await set(of('monthly'), 'price_3')
    expect(await findPlanOfPrice(app.ctx, 'stripe', 'price_1')).toBeUndefined()
    // Subscriptions keep the price that they began with.
    expect(await findPlanOfAnyPrice(app.ctx, 'stripe', 'price_1')).toMatchObject({
      plan: 'pro',
      billing_interval: 'monthly',
    })
    await set(of('yearly'), 'price_3')
    expect(await listPrices(app.ctx)).toMatchObject([{ price_ref: 'price_3', billing_interval: 'yearly' }])
    const price = await findPlanOfAnyPrice(app.ctx, 'stripe', 'price_3')
    expect(price).toMatchObject({ billing_interval: 'yearly' })
  })

  test('a price that was moved to another plan in the database is rejected', async () => {
    await set(of('monthly'), 'price_1')
    await app.ctx.db.updateTable('plan_prices').set({ plan: 'enterprise' }).execute()
    await expect(findPlanOfPrice(app.ctx, 'stripe', 'price_1')).rejects.toThrow(TamperedRowError)
    await expect(listPrices(app.ctx)).rejects.toThrow(TamperedRowError)
  })

  test('a row that no server wrote is replaced, and remembered as nothing', async () => {
    await set(of('monthly'), 'price_1')
    await app.ctx.db.updateTable('plan_prices').set({ price_ref: 'price_2' }).execute()
    await set(of('monthly'), 'price_3')
    expect(await findPlanOfAnyPrice(app.ctx, 'stripe', 'price_2')).toBeUndefined()
    expect(await findPlanOfPrice(app.ctx, 'stripe', 'price_3')).toMatchObject({ plan: 'pro' })
  })

  test('the sandbox has a price of every plan', async () => {
    const ref = (await findPrice(app.ctx, of('yearly', 'sandbox'))) ?? ''
    expect(await findPlanOfPrice(app.ctx, 'sandbox', ref)).toEqual({
      plan: 'pro',
      billing_interval: 'yearly',
    })
    expect(await findPlanOfPrice(app.ctx, 'sandbox', 'pro')).toBeUndefined()
  })
})
