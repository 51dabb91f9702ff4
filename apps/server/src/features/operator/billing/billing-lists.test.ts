import * as calls from '@envhold/contract/operator/billing-lists.ts'
import { beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine, headersOf } from '../../../../../../dev/world/app-for-tests.ts'
import type { Person } from '../../../../../../dev/world/sign-up.ts'
import { subscribe } from '../../../../../../dev/world/subscribe.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../../dev/world/with-person.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { startDunning } from '../../billing/dunning/dunning-store.ts'

forEachEngine((engine) => {
  const app = withApp(engine)
  const admin = withPerson(app, { masterPassword: null })
  let [ada, bob] = [undefined, undefined] as unknown as [Person, Person]
  beforeAll(async () => {
    ada = await addPerson(app, { masterPassword: null })
    bob = await addPerson(app, { masterPassword: null })
    for (const person of [ada, bob]) {
      const { id } = await subscribe(app, person)
      await inTransaction(app.ctx, (tx) => startDunning(tx, id))
    }
  })

  const usersOf = (rows: readonly { readonly user: { readonly username: string } | null }[]) =>
    rows.map(({ user }) => user?.username ?? null)
  const both = () => [bob.username, ada.username]

  test('each list has the newest first, with who pays, in pages', async () => {
    const { client } = admin
    const { subscriptions, pagination } = await client.call(calls.listEverySubscription, {})
    expect(usersOf(subscriptions)).toEqual(both())
    expect(subscriptions[0]).toMatchObject({ plan: 'pro', status: 'active', provider: 'sandbox' })
    expect(pagination).toMatchObject({ total: 2, pages: 1 })
    const { invoices } = await client.call(calls.listEveryInvoice, {})
    expect(usersOf(invoices)).toEqual(both())
    expect(invoices[0]).toMatchObject({ status: 'paid', total: 500, currency: 'USD' })
    const { failed_payments } = await client.call(calls.listFailedPayments, {})
    expect(usersOf(failed_payments).toSorted()).toEqual(both().toSorted())
    expect(failed_payments[0]).toMatchObject({ status: 'active', tries: 0, plan_display_name: 'Pro' })
    const second = await client.call(calls.listEverySubscription, { query: { page: 2, limit: 1 } })
    expect(usersOf(second.subscriptions)).toEqual([ada.username])
    expect(second.pagination).toMatchObject({ total: 2, pages: 2 })
  })

  test('filters narrow them, and a deleted payer has no name', async () => {
    const { client } = admin
    const query = { search: ada.username }
    for (const rows of [
      (await client.call(calls.listEverySubscription, { query })).subscriptions,
      (await client.call(calls.listEveryInvoice, { query })).invoices,
      (await client.call(calls.listFailedPayments, { query })).failed_payments,
    ])
      expect(usersOf(rows)).toEqual([ada.username])
    const none = await client.call(calls.listEverySubscription, { query: { status: 'ended' } })
    expect(none.subscriptions).toEqual([])
    expect((await client.call(calls.listEveryInvoice, { query: { status: 'failed' } })).invoices).toEqual([])
    const stripe = await client.call(calls.listFailedPayments, { query: { provider: 'stripe' } })
    expect(stripe.failed_payments).toEqual([])
    const ofPlan = await client.call(calls.listEverySubscription, { query: { plan: 'other' } })
    expect(ofPlan.pagination.total).toBe(0)
    await app.ctx.db
      .updateTable('invoices')
      .set({ user_id: 999_999 })
      .where('user_id', '=', bob.userId)
      .execute()
    expect(usersOf((await client.call(calls.listEveryInvoice, {})).invoices)).toEqual([null, ada.username])
  })

  test.each([
    ['subscriptions', 'plan'],
    ['invoices', 'currency'],
    ['failed-payments', 'tries'],
  ])('%s as CSV, on record', async (list, column) => {
    const path = `/api/admin/${list}/export?search=${ada.username}`
    const response = await app.fetch(path, { headers: headersOf({ token: admin.token }) })
    const [head = '', ...rows] = (await response.text()).trim().split('\r\n')
    expect(head.split(',')).toEqual(expect.arrayContaining(['user_id', 'email', column]))
    expect(rows).toHaveLength(1)
    expect(rows[0]).toContain(ada.email)
    const [entry] = await app.ctx.db
      .selectFrom('activity')
      .selectAll()
      .where('user_id', '=', admin.userId)
      .orderBy('sequence', 'desc')
      .limit(1)
      .execute()
    expect(JSON.stringify(entry)).toContain('filtered by search')
  })

  test('a subscription that was changed from outside is not shown', async () => {
    await app.ctx.db
      .updateTable('subscriptions')
      .set({ plan: 'other' })
      .where('user_id', '=', ada.userId)
      .execute()
    await expect(admin.client.call(calls.listEverySubscription, {})).rejects.toMatchObject({
      code: 'INTERNAL',
    })
    await app.ctx.db
      .updateTable('subscriptions')
      .set({ plan: 'pro' })
      .where('user_id', '=', ada.userId)
      .execute()
  })
})
