import { readCompliance } from '@envhold/contract/archive/compliance.ts'
import { listPlans } from '@envhold/contract/billing/plan-offers.ts'
import { unlimited } from '@envhold/contract/billing/plans.ts'
import * as contract from '@envhold/contract/operator/plans.ts'
import { createProject, deleteProject, listProjects } from '@envhold/contract/projects/projects.ts'
import { beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine, headersOf } from '../../../../../../dev/world/app-for-tests.ts'
import { activityOf } from '../../../../../../dev/world/events-of.ts'
import { insertPerson } from '../../../../../../dev/world/insert-person.ts'
import { joinAs, lapse, setSuspended } from '../../../../../../dev/world/lapse.ts'
import { mailsOf } from '../../../../../../dev/world/mails.ts'
import { seedApiKey, seedEnvironment } from '../../../../../../dev/world/seed-project.ts'
import { signInAs } from '../../../../../../dev/world/sign-in-as.ts'
import type { Person } from '../../../../../../dev/world/sign-up.ts'
import { subscribe } from '../../../../../../dev/world/subscribe.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { withSecondNode } from '../../../../../../dev/world/with-second-node.ts'
import { assignRole, writeRole } from '../../../../../../dev/world/write-role.ts'
import { TamperedRowError } from '../../../app-error.ts'
import { findAccountPhase } from '../../plans/account-phase-store.ts'
import { sweepPlannedLimits } from './planned-limits.ts'

const bodyOf = ({ id: _, users_count: __, prices: ___, planned: ____, ...fields }: contract.AdminPlan) =>
  fields

const team = {
  name: 'team',
  display_name: 'Team',
  description: 'For a few people',
  price_monthly: 12.5,
  price_yearly: null,
  max_projects: 10,
  max_collaborators: unlimited,
  max_stored_bytes: 2_000_000_000,
  api_rate_limit_per_hour: 100,
  api_rate_limit_per_day: 2_400,
  api_features: { monthly_calls: 5_000, sso: true },
  is_active: true,
}

forEachEngine((engine) => {
  const app = withApp(engine)
  const node = withSecondNode(app)
  let operator: Person
  beforeAll(async () => {
    operator = await addPerson(app)
  })

  const plans = async () => (await operator.client.call(contract.listAllPlans, {})).plans
  const planOf = async (name: string): Promise<contract.AdminPlan> => {
    const plan = (await plans()).find((plan) => plan.name === name)
    if (!plan) throw new Error(`There is no plan ${name}`)
    return plan
  }
  const change = async (
    name: string,
    changes: Partial<contract.PlanChange>,
    lowering?: { reason: string; confirm: string; notice_days: number },
  ) => {
    const plan = await planOf(name)
    return await operator.client.call(contract.updatePlan, {
      params: { id: plan.id },
      body: { ...bodyOf(plan), ...changes, lowering },
    })
  }
  const preview = async (name: string, query: { max_projects: number; max_collaborators: number }) =>
    await operator.client.call(contract.previewPlanChange, { params: { id: (await planOf(name)).id }, query })
  const remove = async (name: string) =>
    await operator.client.call(contract.deletePlan, { params: { id: (await planOf(name)).id } })
  const offered = async (url: string) =>
    ((await (await fetch(`${url}/api/subscriptions/plans`)).json()) as { plans: contract.AdminPlan[] }).plans
  const changes = async () =>
    (await activityOf(app))
      .filter(({ event_type }) => event_type === 'plan_changed')
      .map(({ description, user_id }) => ({ description, user_id }))

  test('a plan is created, offered, changed, made inactive and deleted', async () => {
    const { plan } = await operator.client.call(contract.createPlan, { body: team })
    expect(plan).toMatchObject({ ...team, users_count: 0, prices: [] })
    expect(await plans()).toContainEqual(plan)
    expect(await offered(node.url)).toContainEqual(
      expect.objectContaining({ name: 'team', max_api_calls_per_month: 5_000, features: { sso: true } }),
    )
    expect(await change('team', { price_monthly: 15, is_active: false })).toMatchObject({
      plan: { price_monthly: 15, is_active: false },
    })
    expect((await offered(node.url)).map(({ name }) => name)).not.toContain('team')
    expect(await remove('team')).toEqual({ message: 'Plan deleted successfully' })
    expect((await plans()).map(({ name }) => name)).toEqual(['starter', 'pro'])
    expect((await changes()).slice(-3)).toEqual(
      [
        'Created the plan "team"',
        'Changed the plan "team": monthly price $12.5 → $15, active yes → no',
        'Deleted the plan "team"',
      ].map((description) => ({ description, user_id: operator.userId })),
    )
  })

  test('without a limit of storage, a new plan has none, and a changed one leaves it as it is', async () => {
    const { max_stored_bytes: _, ...specified } = team
    const { plan } = await operator.client.call(contract.createPlan, { body: specified })
    expect(plan.max_stored_bytes).toBe(unlimited)
    await change('team', { max_stored_bytes: 1_000_000 })
    const body = { ...specified, display_name: 'Teams' }
    const changed = await operator.client.call(contract.updatePlan, { params: { id: plan.id }, body })
    expect(changed.plan).toMatchObject({ display_name: 'Teams', max_stored_bytes: 1_000_000 })
    await remove('team')
  })

  test.each([
    [{ name: 'Team' }, 'name'],
    [{ price_monthly: 1.005 }, 'price_monthly'],
    [{ price_monthly: -1 }, 'price_monthly'],
    [{ price_yearly: 0 }, 'price_yearly'],
    [{ max_projects: -2 }, 'max_projects'],
    [{ max_collaborators: 1.5 }, 'max_collaborators'],
    [{ max_stored_bytes: -2 }, 'max_stored_bytes'],
    [{ api_rate_limit_per_hour: 0 }, 'api_rate_limit_per_hour'],
    [{ api_rate_limit_per_day: 3_000_000_000 }, 'api_rate_limit_per_day'],
    [{ api_features: { monthly_calls: true } }, 'api_features'],
    [{ api_features: { sso: 3 } }, 'api_features'],
    [{ display_name: ' ' }, 'display_name'],
  ])('a plan with %j is rejected, and the field named', async (wrong, path) => {
    await expect(
      operator.client.call(contract.createPlan, { body: { ...team, ...wrong } }),
    ).rejects.toMatchObject({
      status: 400,
      details: [expect.objectContaining({ path: expect.stringContaining(path) })],
    })
  })

  test('providers’ prices are set, replaced and removed; a change without them leaves them', async () => {
    const stripe = { provider: 'stripe', billing_interval: 'monthly', price_ref: 'price_1' } as const
    const polar = { ...stripe, provider: 'polar' } as const
    const wrong = {
      status: 400,
      details: [expect.objectContaining({ path: expect.stringMatching(/^prices/) })],
    }
    const { plan } = await operator.client.call(contract.createPlan, { body: { ...team, prices: [stripe] } })
    expect(plan.prices).toEqual([stripe])
    await expect(change('pro', { prices: [stripe] })).rejects.toMatchObject(wrong)
    await expect(change('team', { prices: [stripe, stripe] })).rejects.toMatchObject(wrong)
    await expect(change('team', { prices: [{ ...stripe, price_ref: 'a b' }] })).rejects.toMatchObject(wrong)
    const sandbox = { ...stripe, provider: 'sandbox' } as unknown as typeof stripe
    await expect(change('team', { prices: [sandbox] })).rejects.toMatchObject(wrong)
    await change('team', { price_monthly: 20 })
    expect((await planOf('team')).prices).toEqual([stripe])
    // The two intervals exchange their prices.
    const yearly = { ...stripe, billing_interval: 'yearly', price_ref: 'price_2' } as const
    await change('team', { prices: [stripe, yearly, polar] })
    const exchanged = [polar, { ...stripe, price_ref: 'price_2' }, { ...yearly, price_ref: 'price_1' }]
    await change('team', { prices: exchanged })
    expect((await planOf('team')).prices).toEqual(exchanged)
    await change('team', { prices: [] })
    expect((await planOf('team')).prices).toEqual([])
    expect((await planOf('pro')).prices).toEqual([])
    expect((await changes()).map(({ description }) => description)).toContain(
      'Changed the plan "team": monthly price at Stripe price_1 → price_2, yearly price at Stripe price_2 → price_1',
    )
    await remove('team')
  })

  test('a form that was opened before another change does not take that back', async () => {
    const prices: contract.PlanPrices = [
      { provider: 'stripe', billing_interval: 'monthly', price_ref: 'price_1' },
    ]
    const { plan: created } = await operator.client.call(contract.createPlan, { body: team })
    const { plan: dearer } = await change('team', { price_monthly: 15 })
    const { plan: sold } = await change('team', { prices })
    expect(new Set([created, dearer, sold].map(({ revision }) => revision)).size).toBe(3)
    expect(sold.revision).toBe((await planOf('team')).revision)
    const save = (revision: string) => {
      const body = { ...bodyOf(created), description: 'For more people', revision }
      return operator.client.call(contract.updatePlan, { params: { id: created.id }, body })
    }
    for (const { revision } of [created, dearer])
      await expect(save(revision)).rejects.toMatchObject({
        status: 409,
        message:
          'Someone else changed this in the meantime. Check the current plan, then repeat your change.',
      })
    expect(await planOf('team')).toEqual(sold)
    expect((await save(sold.revision)).plan.description).toBe('For more people')
    await remove('team')
  })

  test('a name is used once, and stays', async () => {
    await expect(
      operator.client.call(contract.createPlan, { body: { ...team, name: 'pro' } }),
    ).rejects.toMatchObject({ status: 409, message: expect.stringContaining('"pro" already') })
    await expect(change('pro', { name: 'gold' })).rejects.toMatchObject({ status: 400 })
  })

  test('the free plan stays free, offered and there', async () => {
    await expect(change('starter', { price_monthly: 1 })).rejects.toMatchObject({ status: 400 })
    await expect(change('starter', { is_active: false })).rejects.toMatchObject({ status: 400 })
    await expect(remove('starter')).rejects.toMatchObject({ status: 409 })
  })

  test('a plan is not deleted while an account has it or a subscription sells it', async () => {
    const customer = await addPerson(app)
    await operator.client.call(contract.createPlan, { body: team })
    await subscribe(app, customer)
    await expect(remove('pro')).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('1 account has this plan'),
    })
    const sold = app.ctx.db.updateTable('checkouts').where('user_id', '=', customer.userId)
    await sold.set({ plan: 'team', closed_at: null }).execute()
    await expect(remove('team')).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('open checkout'),
    })
    await sold.set({ plan: 'pro', closed_at: app.ctx.clock() }).execute()
    const paid = app.ctx.db.updateTable('subscriptions').where('user_id', '=', customer.userId)
    await paid.set({ next_plan: 'team' }).execute()
    await expect(remove('team')).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('with its next period'),
    })
    await paid.set({ next_plan: null, changing_until: app.ctx.clock() + 1 }).execute()
    await expect(remove('team')).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('changing the plan'),
    })
    await paid.set({ changing_until: null }).execute()
    await remove('team')
  })

  test('new limits hold at once, on every node and for running keys', async () => {
    const owner = await addPerson(app)
    const { projectId } = await seedEnvironment(owner)
    const { apiKey } = await seedApiKey(owner, projectId)
    const limitAt = async (url: string) => {
      const path = `${url}/api/v1/inject/${projectId}/production`
      const answer = await fetch(path, { headers: headersOf({ apiKey }) })
      await answer.text()
      return answer.headers.get('ratelimit-limit')
    }
    // From the second call on an answer is remembered.
    for (let call = 0; call < 3; call++) expect(await limitAt(node.url)).toBe('100')
    await change('starter', { api_rate_limit_per_hour: 77, max_projects: 2, price_yearly: null })
    expect(await limitAt(node.url)).toBe('77')
    expect(await offered(node.url)).toContainEqual(
      expect.objectContaining({ name: 'starter', max_projects: 2, price_yearly: null }),
    )
    await owner.client.call(createProject, { body: { name: 'Second' } })
    await expect(owner.client.call(createProject, { body: { name: 'Third' } })).rejects.toMatchObject({
      status: 403,
    })
    await change('starter', { api_rate_limit_per_hour: 100 })
  })

  /** Lowers limits that accounts exceed, and lets the hour and the notice pass. */
  const lower = async (name: string, changes: Partial<contract.PlanChange>, notice_days = 0) => {
    const lowering = { reason: 'Too much', confirm: name, notice_days }
    return (await change(name, changes, lowering)).plan.planned
  }
  const hour = contract.lowering.undoMs
  const day = 24 * hour
  /** Operators are signed out after an hour. */
  const wait = async (ms: number) => {
    app.advance(ms)
    operator = { ...operator, client: await signInAs(app, operator) }
  }
  const applied = async () => {
    await wait(hour)
    return await sweepPlannedLimits(app.ctx)
  }
  const mailed = async ({ email }: Person) =>
    (await mailsOf(app)).filter(({ to }) => to === email).map(({ template }) => template)

  test('a lower limit of the free plan begins the grace period of those who use more', async () => {
    await change('starter', { max_projects: 5, max_collaborators: 5 })
    const owner = await addPerson(app)
    const fitting = await addPerson(app)
    for (const name of ['One', 'Two', 'Three']) await owner.client.call(createProject, { body: { name } })
    await fitting.client.call(createProject, { body: { name: 'Only' } })
    const suspended = await insertPerson(app)
    await lapse(app, suspended, { projects: 4 })
    await setSuspended(app, suspended, true)

    expect(await preview('starter', { max_projects: 3, max_collaborators: 5 })).toMatchObject({
      accounts_over: 1,
      grace_periods: 0,
      accounts: [{ id: suspended.userId, projects: 4, enters_grace: false }],
    })
    expect(await preview('starter', { max_projects: unlimited, max_collaborators: 9 })).toEqual({
      accounts_over: 0,
      grace_periods: 0,
      accounts: [],
    })
    expect(await preview('starter', { max_projects: 2, max_collaborators: 5 })).toMatchObject({
      accounts_over: 2,
      grace_periods: 1,
      accounts: expect.arrayContaining([
        { id: owner.userId, username: owner.username, projects: 3, collaborators: 0, enters_grace: true },
      ]),
    })
    expect(await findAccountPhase(app.ctx, owner.userId)).toBeUndefined()

    expect(await lower('starter', { max_projects: 2 })).toMatchObject({
      max_projects: 2,
      max_collaborators: unlimited,
      state: 'waiting',
    })
    expect((await planOf('starter')).max_projects).toBe(5)
    expect(await sweepPlannedLimits(app.ctx)).toBe(0)
    expect(await findAccountPhase(app.ctx, owner.userId)).toBeUndefined()
    expect(await applied()).toBe(1)
    expect(await planOf('starter')).toMatchObject({ max_projects: 2, planned: null })
    expect(await findAccountPhase(app.ctx, owner.userId)).toMatchObject({ had_paid: 1, phase: 'grace' })
    expect(await findAccountPhase(app.ctx, suspended.userId)).toMatchObject({ phase: 'compliant' })
    expect(await findAccountPhase(app.ctx, fitting.userId)).toBeUndefined()
    expect(await owner.client.call(readCompliance, {})).toMatchObject({ inGracePeriod: true, maxProjects: 2 })
    // Who has no notice is mailed once.
    expect(await mailed(owner)).toContain('grace-started')
    expect(await mailed(owner)).not.toContain('plan-limits-lowered')

    // A higher limit ends it at once, with a mail.
    await change('starter', { max_projects: 5 })
    expect(await findAccountPhase(app.ctx, owner.userId)).toMatchObject({ phase: 'compliant', graces: 1 })
    expect(await mailed(owner)).toContain('downgrade-completed')
  })

  test('lower limits that accounts exceed need a reason and the name of the plan', async () => {
    const owner = await addPerson(app)
    for (const name of ['One', 'Two']) await owner.client.call(createProject, { body: { name } })
    const at = (path: string) => ({ status: 400, details: [expect.objectContaining({ path })] })
    await expect(change('starter', { max_projects: 1 })).rejects.toMatchObject(at('lowering'))
    const wrong = { reason: 'Too much', confirm: 'pro', notice_days: 0 }
    await expect(change('starter', { max_projects: 1 }, wrong)).rejects.toMatchObject(at('lowering.confirm'))
    const blank = { ...wrong, confirm: 'starter', reason: ' ' }
    await expect(change('starter', { max_projects: 1 }, blank)).rejects.toMatchObject(at('lowering.reason'))
    const late = { ...wrong, confirm: 'starter', notice_days: 366 }
    await expect(change('starter', { max_projects: 1 }, late)).rejects.toMatchObject(
      at('lowering.notice_days'),
    )
    expect(await planOf('starter')).toMatchObject({ max_projects: 5, planned: null })
  })

  test('within an hour lower limits are called off, and nobody was mailed', async () => {
    const owner = await addPerson(app)
    for (const name of ['One', 'Two']) await owner.client.call(createProject, { body: { name } })
    const { id } = await planOf('starter')
    // The other fields hold at once.
    const planned = await lower('starter', { max_projects: 1, description: 'Small' }, 14)
    expect(planned).toMatchObject({ reason: 'Too much' })
    expect((await planOf('starter')).description).toBe('Small')
    await expect(lower('starter', { max_projects: 0 })).rejects.toMatchObject({ status: 409 })
    await wait(hour - 60_000)
    await sweepPlannedLimits(app.ctx)
    expect(await operator.client.call(contract.callOffPlannedLimits, { params: { id } })).toEqual({
      message: 'Called off. Nobody was mailed.',
    })
    await wait(20 * day)
    await sweepPlannedLimits(app.ctx)
    expect(await planOf('starter')).toMatchObject({ max_projects: 5, planned: null })
    expect((await mailed(owner)).filter((template) => template.startsWith('plan-limits'))).toEqual([])
    await expect(
      operator.client.call(contract.callOffPlannedLimits, { params: { id } }),
    ).rejects.toMatchObject({ status: 409 })
    expect((await changes()).slice(-2).map(({ description }) => description)).toEqual([
      expect.stringMatching(
        /^Planned lower limits of the plan "starter" from .*: projects 1. Reason: Too much$/,
      ),
      'Called off the lower limits of the plan "starter"',
    ])
  })

  test('after an hour they are announced, once, and hold when the notice is over', async () => {
    const owner = await addPerson(app)
    for (const name of ['One', 'Two']) await owner.client.call(createProject, { body: { name } })
    await lower('starter', { max_projects: 1 }, 14)
    const announced = async () =>
      (await mailed(owner)).filter((template) => template.startsWith('plan-limits'))
    // The server was down for a day: the notice begins with the mail.
    await wait(day)
    await Promise.all([sweepPlannedLimits(app.ctx), sweepPlannedLimits(app.ctx)])
    await sweepPlannedLimits(app.ctx)
    expect(await announced()).toEqual(['plan-limits-lowered'])
    const { planned } = await planOf('starter')
    expect(planned).toMatchObject({ state: 'announced' })
    expect(Date.parse(planned?.applies_at ?? '') - app.ctx.clock()).toBeGreaterThan(14 * day - 60_000)
    await wait(14 * day - 60_000)
    expect(await sweepPlannedLimits(app.ctx)).toBe(0)
    await wait(60_000)
    expect(await sweepPlannedLimits(app.ctx)).toBe(1)
    expect(await planOf('starter')).toMatchObject({ max_projects: 1, planned: null })
    expect(await findAccountPhase(app.ctx, owner.userId)).toMatchObject({ phase: 'grace' })
    expect((await changes()).at(-1)).toEqual({
      description: 'Changed the plan "starter": projects 5 → 1, as planned',
      user_id: null,
    })
    await change('starter', { max_projects: 5 })
  })

  test('those who were mailed are mailed again when it is called off', async () => {
    const [later, owner] = [await addPerson(app), await addPerson(app)]
    for (const name of ['One', 'Two']) await owner.client.call(createProject, { body: { name } })
    await lower('starter', { max_projects: 1 }, 14)
    await applied()
    // What they use changes before it is called off.
    const client = await signInAs(app, owner)
    const [first] = (await client.call(listProjects, {})).projects
    await client.call(deleteProject, { params: { id: first?.id ?? 0 } })
    for (const name of ['One', 'Two']) await later.client.call(createProject, { body: { name } })
    const { id } = await planOf('starter')
    expect(await operator.client.call(contract.callOffPlannedLimits, { params: { id } })).toEqual({
      message: expect.stringContaining('another mail'),
    })
    expect((await planOf('starter')).planned).toMatchObject({ state: 'called-off' })
    await expect(
      operator.client.call(contract.callOffPlannedLimits, { params: { id } }),
    ).rejects.toMatchObject({ status: 409 })
    await sweepPlannedLimits(app.ctx)
    await sweepPlannedLimits(app.ctx)
    expect((await mailed(owner)).filter((template) => template.startsWith('plan-limits'))).toEqual([
      'plan-limits-lowered',
      'plan-limits-called-off',
    ])
    expect((await mailed(later)).filter((template) => template.startsWith('plan-limits'))).toEqual([])
    expect(await planOf('starter')).toMatchObject({ max_projects: 5, planned: null })
  })

  test('planned limits that the database was made to hold are rejected', async () => {
    await lower('starter', { max_projects: 1 }, 14)
    await app.ctx.db.updateTable('planned_limits').set({ max_projects: 0 }).execute()
    await expect(sweepPlannedLimits(app.ctx)).rejects.toThrow(TamperedRowError)
    await app.ctx.db.deleteFrom('planned_limits').execute()
    expect((await planOf('starter')).max_projects).toBe(5)
  })

  test('people beyond a lower limit count once, and a limit that stays counts nobody', async () => {
    const owner = await addPerson(app)
    const { project } = await owner.client.call(createProject, { body: { name: 'Shared' } })
    const { project: other } = await owner.client.call(createProject, { body: { name: 'Other' } })
    await joinAs(app, project.id)
    await joinAs(app, project.id)
    await joinAs(app, other.id)
    expect(await preview('starter', { max_projects: 5, max_collaborators: 3 })).toMatchObject({
      accounts_over: 0,
    })
    expect(await preview('starter', { max_projects: 5, max_collaborators: 2 })).toMatchObject({
      accounts_over: 1,
      grace_periods: 1,
      accounts: [{ projects: 2, collaborators: 3 }],
    })
  })

  test('who pays keeps what they have when the limits of their plan are lowered', async () => {
    const customer = await addPerson(app)
    await subscribe(app, customer)
    for (const name of ['One', 'Two']) await customer.client.call(createProject, { body: { name } })
    expect(await preview('pro', { max_projects: 1, max_collaborators: unlimited })).toMatchObject({
      accounts_over: 1,
      grace_periods: 0,
      accounts: [{ enters_grace: false }],
    })
    await lower('pro', { max_projects: 1 })
    await customer.client.call(createProject, { body: { name: 'In time' } })
    expect(await applied()).toBe(1)
    expect(await mailed(customer)).toContain('plan-limits-lowered')
    expect(await findAccountPhase(app.ctx, customer.userId)).toMatchObject({ phase: 'compliant' })
    await expect(customer.client.call(createProject, { body: { name: 'Three' } })).rejects.toMatchObject({
      status: 403,
    })
    await change('pro', { max_projects: unlimited })
  })

  test('statistics may be read with admin.stats; changes need every permission', async () => {
    const reader = await addPerson(app)
    await writeRole(app, 'READER', ['user.read', 'admin.stats'])
    await assignRole(app, reader.userId, 'READER')
    expect((await reader.client.call(contract.listAllPlans, {})).plans).toHaveLength(2)
    const { id } = await planOf('pro')
    const refused = { status: 403 }
    const query = { max_projects: 1, max_collaborators: 1 }
    await expect(
      reader.client.call(contract.previewPlanChange, { params: { id }, query }),
    ).rejects.toMatchObject(refused)
    await expect(reader.client.call(contract.createPlan, { body: team })).rejects.toMatchObject(refused)
    await expect(
      reader.client.call(contract.updatePlan, { params: { id }, body: team }),
    ).rejects.toMatchObject(refused)
    await expect(reader.client.call(contract.deletePlan, { params: { id } })).rejects.toMatchObject(refused)
    await expect(reader.client.call(contract.callOffPlannedLimits, { params: { id } })).rejects.toMatchObject(
      refused,
    )
    const customer = await addPerson(app)
    await expect(customer.client.call(contract.listAllPlans, {})).rejects.toMatchObject(refused)
    expect(await customer.client.call(listPlans, {})).toBeDefined()
  })
})
