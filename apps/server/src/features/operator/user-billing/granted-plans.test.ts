import { listActivityLogs } from '@envhold/contract/activity/activity.ts'
import { readCurrentSubscription } from '@envhold/contract/billing/subscription.ts'
import { readSubscriptionStatus } from '@envhold/contract/billing/subscription-status.ts'
import * as calls from '@envhold/contract/operator/user-billing.ts'
import { listOwnOperatorActs } from '@envhold/contract/operator/users.ts'
import { createProject } from '@envhold/contract/projects/projects.ts'
import { beforeEach, expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { mailsOf } from '../../../../../../dev/world/mails.ts'
import type { Person } from '../../../../../../dev/world/sign-up.ts'
import { subscribe } from '../../../../../../dev/world/subscribe.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../../dev/world/with-person.ts'
import { assignRole, writeRole } from '../../../../../../dev/world/write-role.ts'
import { sweepGrantedPlans } from '../../billing/granted-plans/granted-plans.ts'
import { findAccountPhase } from '../../plans/account-phase-store.ts'
import { findUser } from '../../users/user-store.ts'

const day = 86_400_000

forEachEngine((engine) => {
  const app = withApp(engine)
  const admin = withPerson(app, { masterPassword: null })
  let person: Person
  beforeEach(async () => {
    person = await addPerson(app)
  })

  const inDays = (days: number) => new Date(app.ctx.clock() + days * day).toISOString()
  const grant = (days: number, { plan = 'pro', by = admin, to = person } = {}) =>
    by.client.call(calls.grantUserPlan, {
      params: { id: to.userId },
      body: { plan, ends_at: inDays(days), reason: 'Thanks for the bug report' },
    })
  const revokePlan = (reason = 'A mistake') =>
    admin.client.call(calls.endUserPlan, { params: { id: person.userId }, body: { reason } })
  const planOf = async () => (await findUser(app.ctx, person.userId))?.plan
  const mails = async () =>
    (await mailsOf(app)).filter(({ to }) => to === person.email).map(({ template }) => template)

  test('a plan for a month: its limits, a mail, an act that the user reads, and an end that leads to a grace period', async () => {
    await grant(30)
    expect(await planOf()).toBe('pro')
    for (const name of ['one', 'two']) await person.client.call(createProject, { body: { name } })
    const current = await person.client.call(readCurrentSubscription, {})
    expect(current).toMatchObject({ subscription: null, granted_plan: { plan: 'pro' } })
    expect(await admin.client.call(calls.readUserBilling, { params: { id: person.userId } })).toMatchObject({
      granted_plan: { plan: 'pro', reason: 'Thanks for the bug report', granted_by: admin.username },
    })
    const { acts } = await person.client.call(listOwnOperatorActs, {})
    expect(acts).toMatchObject([{ act: 'grant_plan', reason: 'Thanks for the bug report' }])
    expect(await mails()).toContain('plan-granted')
    expect(await sweepGrantedPlans(app.ctx)).toBe(0)
    app.advance(30 * day)
    expect(await sweepGrantedPlans(app.ctx)).toBe(1)
    expect(await planOf()).toBe('starter')
    expect(await findAccountPhase(app.ctx, person.userId)).toMatchObject({ phase: 'grace' })
    expect(await mails()).not.toContain('granted-plan-ended')
    app.advance(-30 * day)
  })

  test('within the free plan, its end is mailed', async () => {
    await grant(1)
    app.advance(day)
    await sweepGrantedPlans(app.ctx)
    expect(await mails()).toContain('granted-plan-ended')
    app.advance(-day)
  })

  test('an operator takes it back, with a reason that is mailed', async () => {
    await expect(revokePlan()).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await grant(30)
    await revokePlan('The wrong account')
    expect(await planOf()).toBe('starter')
    const mail = (await mailsOf(app)).findLast(({ template }) => template === 'granted-plan-ended')
    expect(mail).toMatchObject({ to: person.email })
    expect(mail?.text).toContain('The wrong account')
    const { acts } = await person.client.call(listOwnOperatorActs, {})
    expect(acts.map(({ act }) => act)).toEqual(['end_granted_plan', 'grant_plan'])
    const { logs } = await person.client.call(listActivityLogs, { query: {} })
    expect(logs.find(({ event_type }) => event_type === 'subscription_ended')).toMatchObject({
      description: 'An operator took back the Pro plan: The wrong account',
      ip_address: null,
    })
  })

  test('a subscription stays as it is, and counts again afterwards', async () => {
    const before = await subscribe(app, person)
    await grant(30)
    await revokePlan()
    expect(await planOf()).toBe('pro')
    const { subscription } = await person.client.call(readCurrentSubscription, {})
    expect(subscription).toEqual(before)
    const status = await person.client.call(readSubscriptionStatus, {})
    expect(status).toMatchObject({ needsUpgrade: false })
  })

  test('refused: a day that is over, a plan that is none or allows less, an inactive or a lesser operator’s account', async () => {
    const invalid = (path: string) => ({ code: 'VALIDATION_FAILED', details: [{ path }] })
    await expect(grant(0)).rejects.toMatchObject(invalid('ends_at'))
    await expect(grant(calls.maxGrantDays + 1)).rejects.toMatchObject(invalid('ends_at'))
    await expect(grant(1, { plan: 'none' })).rejects.toMatchObject(invalid('plan'))
    await expect(grant(1, { plan: 'starter' })).rejects.toMatchObject(invalid('plan'))
    await writeRole(app, 'HELPER', ['user.read', 'admin.cleanup'])
    const helper = await addPerson(app, { masterPassword: null })
    await assignRole(app, helper.userId, 'HELPER')
    await expect(grant(1, { by: helper })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(grant(1, { to: admin })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await planOf()).toBe('starter')
    expect(await mails()).not.toContain('plan-granted')
  })

  test('a grant that was planted ends nothing and gives nothing', async () => {
    await grant(30)
    await app.ctx.db.updateTable('granted_plans').set({ ends_at: app.ctx.clock() }).execute()
    expect(await sweepGrantedPlans(app.ctx)).toBe(0)
    expect(app.logged()).toContain('"table":"granted_plans"')
    await app.ctx.db.deleteFrom('granted_plans').execute()
  })
})
