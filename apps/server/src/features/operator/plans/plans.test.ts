import { readCompliance } from '@envhold/contract/archive/compliance.ts'
import { listPlans } from '@envhold/contract/billing/plan-offers.ts'
import { unlimited } from '@envhold/contract/billing/plans.ts'
import * as contract from '@envhold/contract/operator/plans.ts'
import { createProject } from '@envhold/contract/projects/projects.ts'
import { beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine, headersOf } from '../../../../../../dev/world/app-for-tests.ts'
import { activityOf } from '../../../../../../dev/world/events-of.ts'
import { insertPerson } from '../../../../../../dev/world/insert-person.ts'
import { joinAs, lapse, setSuspended } from '../../../../../../dev/world/lapse.ts'
import { mailsOf } from '../../../../../../dev/world/mails.ts'
import { seedApiKey, seedEnvironment } from '../../../../../../dev/world/seed-project.ts'
import type { Person } from '../../../../../../dev/world/sign-up.ts'
import { subscribe } from '../../../../../../dev/world/subscribe.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { withSecondNode } from '../../../../../../dev/world/with-second-node.ts'
import { assignRole, writeRole } from '../../../../../../dev/world/write-role.ts'
import { findAccountPhase } from '../../plans/account-phase-store.ts'

const bodyOf = ({ id: _, users_count: __, prices: ___, ...fields }: contract.AdminPlan) => fields

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
  const change = async (name: string, changes: Partial<contract.PlanChange>) => {
    const plan = await planOf(name)
    return await operator.client.call(contract.updatePlan, {
      params: { id: plan.id },
      body: { ...bodyOf(plan), ...changes },
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
      grace_periods: 0,
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

  test('a lower limit of the free plan begins the grace period of those who use more', async () => {
    await change('starter', { max_projects: 5, max_collaborators: 5 })
    const owner = await addPerson(app)
    const fitting = await addPerson(app)
    for (const name of ['One', 'Two', 'Three']) await owner.client.call(createProject, { body: { name } })
    await fitting.client.call(createProject, { body: { name: 'Only' } })
    const suspended = await insertPerson(app)
    await lapse(app, suspended, { projects: 4 })
    await setSuspended(app, suspended, true)

    expect(await preview('starter', { max_projects: 3, max_collaborators: 5 })).toEqual({
      accounts_over: 1,
      grace_periods: 0,
    })
    expect(await preview('starter', { max_projects: unlimited, max_collaborators: 9 })).toEqual({
      accounts_over: 0,
      grace_periods: 0,
    })
    const seen = await preview('starter', { max_projects: 2, max_collaborators: 5 })
    expect(seen).toEqual({ accounts_over: 2, grace_periods: 1 })
    expect(await findAccountPhase(app.ctx, owner.userId)).toBeUndefined()

    expect(await change('starter', { max_projects: 2 })).toMatchObject({ grace_periods: 1 })
    expect(await findAccountPhase(app.ctx, owner.userId)).toMatchObject({ had_paid: 1, phase: 'grace' })
    expect(await findAccountPhase(app.ctx, suspended.userId)).toMatchObject({ phase: 'compliant' })
    expect(await findAccountPhase(app.ctx, fitting.userId)).toBeUndefined()
    expect(await owner.client.call(readCompliance, {})).toMatchObject({ inGracePeriod: true, maxProjects: 2 })
    const mails = (await mailsOf(app)).filter(({ to }) => to === owner.email)
    expect(mails.map(({ template }) => template)).toContain('grace-started')

    // A second time begins nothing again.
    await change('starter', { max_projects: 5 })
    expect(await change('starter', { max_projects: 2 })).toMatchObject({ grace_periods: 0 })
    expect(await findAccountPhase(app.ctx, owner.userId)).toMatchObject({ graces: 1 })
    await change('starter', { max_projects: 5 })
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
    })
  })

  test('who pays keeps what they have when the limits of their plan are lowered', async () => {
    const customer = await addPerson(app)
    await subscribe(app, customer)
    for (const name of ['One', 'Two']) await customer.client.call(createProject, { body: { name } })
    expect(await preview('pro', { max_projects: 1, max_collaborators: unlimited })).toEqual({
      accounts_over: 1,
      grace_periods: 0,
    })
    expect(await change('pro', { max_projects: 1 })).toMatchObject({ grace_periods: 0 })
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
    const customer = await addPerson(app)
    await expect(customer.client.call(contract.listAllPlans, {})).rejects.toMatchObject(refused)
    expect(await customer.client.call(listPlans, {})).toBeDefined()
  })
})
