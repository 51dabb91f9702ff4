import { deleteAccount, restoreWindowDays } from '@envhold/contract/accounts/account-settings.ts'
import { login } from '@envhold/contract/accounts/accounts.ts'
import { readAdminStats, readRoleStats } from '@envhold/contract/operator/statistics.ts'
import { expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../../dev/world/with-person.ts'
import { assignRole, writeRole } from '../../../../../../dev/world/write-role.ts'
import { daysMs } from '../../../jobs/retention-rule.ts'
import { transact } from '../../audit-log/tx.ts'
import { type NewSubscription, saveSubscription } from '../../billing/subscriptions/subscription-store.ts'
import { suspendUser, unsuspendUser } from '../users/user-actions.ts'

forEachEngine((engine) => {
  const app = withApp(engine)
  const operator = withPerson(app, { masterPassword: null })
  const stats = () => operator.client.call(readAdminStats, {})
  const person = () => addPerson(app, { masterPassword: null })
  let subscriptions = 0
  const subscribe = (userId: number, row: Partial<NewSubscription>) =>
    transact(app.ctx, { userId, origin: null }, (tx) =>
      saveSubscription(
        tx,
        {
          provider: 'stripe',
          provider_id: `sub_${++subscriptions}`,
          user_id: userId,
          customer_id: null,
          plan: 'pro',
          billing_interval: 'monthly',
          status: 'active',
          period_start: null,
          period_end: null,
          cancel_at: null,
          ended_at: null,
          test_mode: 0,
          fetched_at: 0,
          created_at: 0,
          ...row,
        },
        0,
      ),
    )

  test('an instance without subscriptions has zeros, not gaps', async () => {
    expect(await stats()).toEqual({
      totalUsers: 1,
      gracePeriod: { active: 0, expired: 0 },
      statusBreakdown: { ACTIVE: 1, PENDING: 0, INACTIVE: 0, SUSPENDED: 0 },
      subscriptionStats: {
        activeSubscriptionUsers: 0,
        canceledSubscriptionUsers: 0,
        monthlyRevenue: 0,
        activeSubscriptionsByPlan: {},
        canceledSubscriptionsByPlan: {},
        planDisplayNames: {},
      },
      recentSuspensions: [],
    })
  })

  test('subscriptions count by plan; only real money is revenue, a yearly one a twelfth', async () => {
    const [one, other] = [await person(), await person()]
    await subscribe(one.userId, {})
    await subscribe(one.userId, { billing_interval: 'yearly', status: 'past_due' })
    await subscribe(other.userId, { cancel_at: app.ctx.clock(), status: 'trialing' })
    await subscribe(other.userId, { provider: 'sandbox' })
    await subscribe(other.userId, { test_mode: 1 })
    await subscribe(other.userId, { plan: 'withdrawn' })
    await subscribe(other.userId, { status: 'ended', cancel_at: 1 })
    await subscribe(operator.userId, { status: 'pending' })
    const { monthlyRevenue, ...counts } = (await stats()).subscriptionStats
    expect(counts).toEqual({
      activeSubscriptionUsers: 2,
      canceledSubscriptionUsers: 1,
      activeSubscriptionsByPlan: { pro: 5, withdrawn: 1 },
      canceledSubscriptionsByPlan: { pro: 1 },
      planDisplayNames: { pro: 'Pro', withdrawn: 'withdrawn' },
    })
    expect(monthlyRevenue).toBeCloseTo(5 + 50 / 12 + 5)
  })

  test('suspensions that last are listed, the newest first, with who suspended and why', async () => {
    const [first, second] = [await person(), await person()]
    const act = (by: number | null, work: Parameters<typeof transact>[2]) =>
      transact(app.ctx, { userId: by, origin: null }, work)
    const suspend = (by: number | null, id: number, reason: string) =>
      act(by, (tx) => suspendUser(tx, id, reason))
    await suspend(operator.userId, first.userId, 'Spam')
    await act(null, (tx) => unsuspendUser(tx, first.userId))
    await suspend(null, second.userId, 'Chargeback')
    await suspend(operator.userId, first.userId, 'Spam again')
    const { recentSuspensions, statusBreakdown } = await stats()
    expect(recentSuspensions).toEqual([
      expect.objectContaining({
        id: first.userId,
        username: first.username,
        suspendedReason: 'Spam again',
        suspendedBy: operator.username,
      }),
      expect.objectContaining({ id: second.userId, suspendedReason: 'Chargeback', suspendedBy: null }),
    ])
    expect(statusBreakdown.SUSPENDED).toBe(2)
    await act(null, (tx) => unsuspendUser(tx, first.userId))
    expect((await stats()).recentSuspensions).toHaveLength(1)
  })

  test('roles are counted, those without users too; a custom role is not a system role', async () => {
    const clerk = await person()
    await writeRole(app, 'CLERK', ['user.read', 'admin.stats'])
    await writeRole(app, 'EMPTY', ['user.read'])
    await assignRole(app, clerk.userId, 'CLERK')
    const { totalRoles, roleDistribution } = await clerk.client.call(readRoleStats, {})
    expect(totalRoles).toBe(5)
    expect(roleDistribution[0]).toMatchObject({ name: 'USER', isSystemRole: true })
    expect(roleDistribution).toContainEqual({
      name: 'CLERK',
      displayName: 'CLERK',
      isSystemRole: false,
      userCount: 1,
    })
    expect(roleDistribution.find(({ name }) => name === 'EMPTY')?.userCount).toBe(0)
    await writeRole(app, 'CLERK', ['user.read'])
    for (const call of [readAdminStats, readRoleStats])
      await expect(clerk.client.call(call, {})).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await assignRole(app, clerk.userId, 'USER')
  })

  test('a deleted account is in its grace period until that has expired', async () => {
    const leaver = await person()
    await leaver.client.call(deleteAccount, { body: { password: leaver.password } })
    expect((await stats()).gracePeriod).toEqual({ active: 1, expired: 0 })
    app.advance(daysMs(restoreWindowDays))
    const { email, password } = operator
    const { token } = await app.as().call(login, { body: { email, password } })
    const { gracePeriod, statusBreakdown } = await app.as({ token }).call(readAdminStats, {})
    expect(gracePeriod).toEqual({ active: 0, expired: 1 })
    expect(statusBreakdown.INACTIVE).toBe(1)
  })
})
