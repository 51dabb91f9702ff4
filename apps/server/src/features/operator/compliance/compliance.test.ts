import { readCurrentSubscription } from '@envhold/contract/billing/subscription.ts'
import * as contract from '@envhold/contract/operator/user-billing.ts'
import { openUserInvoice, readUserBilling } from '@envhold/contract/operator/user-billing.ts'
import { beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { insertPerson } from '../../../../../../dev/world/insert-person.ts'
import { lapse } from '../../../../../../dev/world/lapse.ts'
import type { Person } from '../../../../../../dev/world/sign-up.ts'
import { subscribe } from '../../../../../../dev/world/subscribe.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { archivedProjectMac } from '../../archive/archived-project-store.ts'
import { updatePhase } from '../../archive/phase/update-phase.ts'
import { transact } from '../../audit-log/tx.ts'
import { listSubscriptions, saveSubscription } from '../../billing/subscriptions/subscription-store.ts'
import { changeUser, findUser } from '../../users/user-store.ts'

const dayMs = 86_400_000

forEachEngine((engine) => {
  const app = withApp(engine)
  let operator: Person
  let customer: Person
  beforeAll(async () => {
    operator = await addPerson(app)
    customer = await addPerson(app)
  })

  const insertArchived = async (ownerId: number, projectId: number, expires_at: number) => {
    const row = {
      project_id: projectId,
      owner_id: ownerId,
      reason: 'grace_period_expired' as const,
      archived_at: app.ctx.clock(),
      expires_at,
      reminded: '[]',
      reminder_mail: null,
      reminded_at: null,
      restore_token: String(projectId).padStart(32, '0'),
    }
    const mac = archivedProjectMac.of(app.ctx.secrets, row)
    await app.ctx.db
      .insertInto('archived_projects')
      .values({ ...row, mac })
      .execute()
  }
  const insertDunning = async (
    subscription_id: number,
    state: 'active' | 'recovered' | 'exhausted',
    tries: number,
  ) =>
    await app.ctx.db
      .insertInto('dunning')
      .values({ subscription_id, failed_at: tries, state, tries, next_at: null, updated_at: 0 })
      .execute()

  test('an instance without any of it has figures, too', async () => {
    expect(await operator.client.call(contract.readComplianceStats, {})).toMatchObject({
      usersInGracePeriod: 0,
      gracePeriodExpiringSoon: 0,
      gracePeriodExpired: 0,
    })
    expect(await operator.client.call(contract.readArchiveStats, {})).toMatchObject({
      totalActive: 0,
      byReason: [],
    })
    expect(await operator.client.call(contract.readDunningStats, {})).toMatchObject({
      totalActiveRecords: 0,
      averageRetryCount: 0,
      successRate: null,
      byStatus: [],
    })
  })

  test('grace periods and archives are counted by what is left of them', async () => {
    const ends = [-1, 3, 20, -5]
    for (const [at, days] of ends.entries()) {
      const person = await insertPerson(app)
      const { projectIds } = await lapse(app, person, { projects: 3 })
      await transact(app.ctx, { userId: person.userId, origin: null }, (tx) => updatePhase(tx, person.userId))
      await app.ctx.db
        .updateTable('account_phases')
        // The last one is suspended: its clock is stopped.
        .set({ grace_end: app.ctx.clock() + days * dayMs, suspended_at: at === 3 ? 1 : null })
        .where('user_id', '=', person.userId)
        .execute()
      await insertArchived(person.userId, projectIds[0] ?? 0, app.ctx.clock() + days * dayMs)
    }
    // As the cleanup does, none of them counts whose account is deleted.
    const left = await insertPerson(app)
    const { projectIds } = await lapse(app, left, { projects: 3 })
    await transact(app.ctx, { userId: left.userId, origin: null }, async (tx) => {
      await updatePhase(tx, left.userId)
      const user = await findUser(tx, left.userId)
      if (user) await changeUser(tx, user, { status: 'INACTIVE', deleted_at: tx.clock() })
    })
    await insertArchived(left.userId, projectIds[0] ?? 0, app.ctx.clock())
    expect(await operator.client.call(contract.readComplianceStats, {})).toEqual({
      usersInGracePeriod: 3,
      gracePeriodExpiringSoon: 1,
      gracePeriodExpired: 1,
      payingTwice: [],
      lastUpdated: expect.stringMatching(/Z$/),
    })
    expect(await operator.client.call(contract.readArchiveStats, {})).toMatchObject({
      totalActive: 4,
      expiringSoon: 3,
      byReason: [{ archived_reason: 'grace_period_expired', count: 4 }],
    })
  })

  test('an account that pays for two subscriptions is listed until one of them is canceled', async () => {
    const twice = await addPerson(app)
    await subscribe(app, twice)
    const [first] = await listSubscriptions(app.ctx, twice.userId)
    if (!first) throw new Error('There is no subscription')
    const { id: _, mac: __, revision: ___, ...bought } = first
    const second = { ...bought, provider_id: 'second' }
    await inTransaction(app.ctx, (tx) => saveSubscription(tx, second, 0))
    const read = async () =>
      (await operator.client.call(contract.readComplianceStats, {})).payingTwice.filter(
        ({ id }) => id === twice.userId,
      )
    expect(await read()).toEqual([{ id: twice.userId, username: twice.username, subscriptions: 2 }])
    await inTransaction(app.ctx, (tx) => saveSubscription(tx, { ...second, cancel_at: second.period_end }, 1))
    expect(await read()).toEqual([])
  })

  test('what an account pays, and how failed payments went', async () => {
    const { id } = await subscribe(app, customer)
    for (const [state, tries] of [
      ['recovered', 1],
      ['recovered', 3],
      ['exhausted', 4],
      ['active', 2],
    ] as const)
      await insertDunning(id, state, tries)
    expect(await operator.client.call(contract.readDunningStats, {})).toMatchObject({
      totalActiveRecords: 1,
      averageRetryCount: 2.5,
      successRate: 2 / 3,
      byStatus: [
        { status: 'active', count: 1 },
        { status: 'exhausted', count: 1 },
        { status: 'recovered', count: 2 },
      ],
    })
    const params = { id: customer.userId }
    const billing = await operator.client.call(readUserBilling, { params })
    const { subscription } = await customer.client.call(readCurrentSubscription, {})
    expect(billing).toMatchObject({
      plan: { name: 'pro', display_name: 'Pro' },
      subscriptions: [subscription],
      invoices: [{ status: 'paid', total: 500, currency: 'USD', provider: 'sandbox' }],
    })
    expect(billing.payment_failures.map(({ tries }) => tries)).toEqual([4, 3, 2, 1])
    const invoiceId = billing.invoices[0]?.id ?? 0
    const { url } = await operator.client.call(openUserInvoice, { params: { ...params, invoiceId } })
    expect(url).toContain('/invoice/sandbox')
    // An invoice belongs to its account.
    await expect(
      operator.client.call(openUserInvoice, { params: { id: operator.userId, invoiceId } }),
    ).rejects.toMatchObject({ status: 404 })
    expect(await operator.client.call(readUserBilling, { params: { id: operator.userId } })).toMatchObject({
      plan: { name: 'starter' },
      subscriptions: [],
      invoices: [],
      payment_failures: [],
    })
    await expect(operator.client.call(readUserBilling, { params: { id: 999_999 } })).rejects.toMatchObject({
      status: 404,
    })
  })
})
