import { expect, test } from 'vitest'
import { forEachEngine } from '../../../../dev/world/app-for-tests.ts'
import { withApp } from '../../../../dev/world/with-app.ts'
import { TamperedRowError } from '../app-error.ts'
import { plans, roles } from './schema/accounts.ts'
import { planPrices } from './schema/payments.ts'
import { signedRows } from './signed-rows.ts'
import { inTransaction } from './transaction.ts'

forEachEngine((engine) => {
  const app = withApp(engine)
  const [storedRoles, prices] = [signedRows(roles), signedRows(planPrices)]
  const values = { display_name: 'Reader', description: '', permissions: '[]', is_system: 0 }
  const times = { created_at: 1, updated_at: 1 }
  const price = { provider: 'stripe', price_ref: 'x/1', plan: 'pro', billing_interval: 'monthly' } as const

  test('a row gets its MAC when it is inserted, also under an id that the database gives out', async () => {
    const role = await inTransaction(app.ctx, (tx) =>
      storedRoles.insert(tx, { name: 'reader', ...values, ...times }),
    )
    expect(await storedRoles.find(app.ctx, { name: 'reader' })).toMatchObject({ id: role.id, ...values })
    await inTransaction(app.ctx, (tx) => prices.insert(tx, price))
    expect(await prices.find(app.ctx, { provider: 'stripe', price_ref: 'x/1' })).toMatchObject(price)
  })

  test('a change renews the MAC, only while its condition holds', async () => {
    const [row] = await prices.list(app.ctx, { plan: 'pro' })
    if (!row) throw new Error('There is no price')
    const change = (where: object) =>
      inTransaction(app.ctx, (tx) => prices.change(tx, row, { billing_interval: 'yearly' }, where))
    expect(await change({ plan: 'starter' })).toBeUndefined()
    expect(await change({ plan: 'pro' })).toMatchObject({ billing_interval: 'yearly' })
    const changed = await prices.find(app.ctx, (is) => is('billing_interval', '=', 'yearly'))
    expect(changed).toMatchObject({ ...price, billing_interval: 'yearly' })
  })

  test('locks, sorts, limits and removes', async () => {
    const locked = await inTransaction(app.ctx, (tx) => storedRoles.lock(tx, { name: 'reader' }))
    expect(locked?.name).toBe('reader')
    const listed = await storedRoles.list(app.ctx, {}, { orderBy: ['name'], limit: 2 })
    expect(listed.map(({ name }) => name)).toEqual(['ADMIN', 'SUPER_ADMIN'])
    expect(await storedRoles.remove(app.ctx, { name: 'reader' })).toBe(1)
    expect(await storedRoles.remove(app.ctx, { name: 'reader' })).toBe(0)
  })

  test('counts, finds whether there are any, and takes lists of values, of which an empty one fits no row', async () => {
    const providers = ['stripe', 'polar'] as const
    expect(await prices.count(app.ctx, { provider: providers })).toBe((await prices.list(app.ctx, {})).length)
    expect(await prices.has(app.ctx, [{ provider: providers }, (is) => is('plan', '=', 'pro')])).toBe(true)
    expect(await prices.has(app.ctx, { provider: [] })).toBe(false)
  })

  test('inserts several rows, and none', async () => {
    await prices.insertAll(app.ctx, [])
    const added = (['monthly', 'yearly'] as const).map((billing_interval) => ({
      ...price,
      plan: 'starter',
      price_ref: `several/${billing_interval}`,
      billing_interval,
    }))
    await prices.insertAll(app.ctx, added)
    const listed = await prices.list(app.ctx, { plan: 'starter' }, { orderBy: ['price_ref desc'] })
    expect(listed).toMatchObject(added.toReversed())
  })

  test('writes a column without a MAC only if no MAC covers it', async () => {
    expect(await storedRoles.touch(app.ctx, { name: 'ADMIN' }, { updated_at: 2 })).toBe(1)
    expect(await storedRoles.find(app.ctx, { name: 'ADMIN' })).toMatchObject({ updated_at: 2 })
    const covered = async () => await storedRoles.touch(app.ctx, { name: 'ADMIN' }, { permissions: '[]' })
    await expect(covered()).rejects.toThrow('The MAC of roles covers permissions')
  })

  test('a row that was changed from outside is rejected', async () => {
    await app.ctx.db.updateTable('plans').set({ max_projects: 99 }).where('name', '=', 'starter').execute()
    const stored = signedRows(plans)
    await expect(stored.find(app.ctx, { name: 'starter' })).rejects.toThrow(TamperedRowError)
    await expect(stored.list(app.ctx, {})).rejects.toThrow(TamperedRowError)
    expect(await stored.find(app.ctx, { name: 'pro' })).toMatchObject({ name: 'pro' })
  })
})
