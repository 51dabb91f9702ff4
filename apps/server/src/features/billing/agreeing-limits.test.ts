// Every call that knows a limit of a plan knows the same one, from the moment on at which it changes.

import { listPlans } from '@envhold/contract/billing/plan-offers.ts'
import {
  cancelSubscription,
  checkLimit,
  readCurrentSubscription,
  readSubscriptionUsage,
  refreshSubscription,
} from '@envhold/contract/billing/subscription.ts'
import { readSubscriptionStatus } from '@envhold/contract/billing/subscription-status.ts'
import { inviteCollaborator } from '@envhold/contract/collaborators/collaborators.ts'
import { createProject } from '@envhold/contract/projects/projects.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { forEachEngine, headersOf } from '../../../../../dev/world/app-for-tests.ts'
import { changePlan } from '../../../../../dev/world/change-plan.ts'
import {
  type Customer,
  type PayingApp,
  press,
  startPayingApp,
} from '../../../../../dev/world/payments/paying-app.ts'
import { seedApiKey, seedEnvironment } from '../../../../../dev/world/seed-project.ts'
import type { Person } from '../../../../../dev/world/sign-up.ts'

interface Figures {
  readonly plan: 'starter' | 'pro'
  readonly projects: number
  readonly people: number
  readonly bytes: number
  readonly callsAnHour: number
  readonly callsAMonth: number
}
const free: Figures = {
  plan: 'starter',
  projects: 1,
  people: 2,
  bytes: 50_000_000,
  callsAnHour: 100,
  callsAMonth: 1_000,
}
const wider: Figures = {
  plan: 'starter',
  projects: 2,
  people: 3,
  bytes: 70_000_000,
  callsAnHour: 50,
  callsAMonth: 900,
}
const pro: Figures = {
  plan: 'pro',
  projects: -1,
  people: -1,
  bytes: 1_000_000_000,
  callsAnHour: 1_000,
  callsAMonth: -1,
}
const narrower: Figures = {
  plan: 'pro',
  projects: 4,
  people: 4,
  bytes: -1,
  callsAnHour: 500,
  callsAMonth: 5_000,
}

forEachEngine((engine) => {
  let world: PayingApp
  let person: Person
  let ada: Customer
  let projectId: number
  let environmentId: number
  let apiKey: string
  beforeAll(async () => {
    world = await startPayingApp(engine, ['stripe'])
    await addPerson(world.app, { masterPassword: null })
    person = await addPerson(world.app)
    ada = await world.customer(person)
    ;({ projectId, id: environmentId } = await seedEnvironment(person))
    apiKey = (await seedApiKey(person, projectId)).apiKey
  })
  afterAll(() => world.stop())

  const edit = ({ plan, projects, people, bytes, callsAnHour, callsAMonth }: Figures) =>
    changePlan(world.app, plan, {
      max_projects: projects,
      max_collaborators: people,
      max_stored_bytes: bytes,
      api_rate_limit_per_hour: callsAnHour,
      api_rate_limit_per_day: callsAnHour * 24,
      max_api_calls_per_month: callsAMonth,
    })
  const stripe = () => world.fake('stripe')
  const subscriptionId = () => stripe().subscriptionIds()[0] ?? ''
  const isAllowed = (call: Promise<unknown>, rejection: 'LIMIT_REACHED' | 'PROJECT_READ_ONLY') =>
    call.then(
      () => true,
      (error: { code?: string }) => {
        expect(error.code).toBe(rejection)
        return false
      },
    )
  let made = 0

  const steps: readonly (readonly [
    what: string,
    act: () => Promise<unknown>,
    then: Figures,
    status: string | null,
  ])[] = [
    ['a new account', async () => {}, free, null],
    ['an operator widens the free plan', () => edit(wider), wider, null],
    [
      'a subscription starts',
      async () => {
        await press((await ada.checkout()).checkoutUrl, 'pay')
        await world.deliver()
      },
      pro,
      'active',
    ],
    ['an operator narrows the paid plan', () => edit(narrower), narrower, 'active'],
    [
      'a payment fails',
      async () => {
        stripe().failRenewal(subscriptionId())
        await world.deliver()
      },
      narrower,
      'past_due',
    ],
    [
      'it ends',
      async () => {
        const { subscription } = await ada.call(readCurrentSubscription, {})
        await ada.call(cancelSubscription, {
          body: { subscriptionId: subscription?.id ?? 0, atPeriodEnd: false, reason: 'too_expensive' },
        })
      },
      wider,
      'ended',
    ],
    ['nothing more happens', () => ada.call(refreshSubscription, {}), wider, 'ended'],
  ]

  describe('all agree after each step', () => {
    test.each(steps)('%s', async (_, act, then, status) => {
      await act()
      const limits = {
        max_projects: then.projects,
        max_collaborators: then.people,
        max_stored_bytes: then.bytes,
        max_api_calls_per_month: then.callsAMonth,
      }
      const { usage } = await ada.call(readSubscriptionUsage, {})
      expect(usage.limits).toEqual(limits)
      const read = await ada.call(readSubscriptionStatus, {})
      expect(read.subscription.planName).toBe(then.plan === 'pro' ? 'pro' : 'free')
      expect(read.limitStatus).toMatchObject({
        projects: {
          max: then.projects,
          current: usage.current.projects_count,
          unlimited: then.projects === -1,
        },
        collaborators: { max: then.people, current: usage.current.collaborators_count },
        storage: { max: then.bytes, current: usage.current.stored_bytes },
      })
      const { plans } = await ada.call(listPlans, {})
      expect(plans.find(({ name }) => name === then.plan)).toMatchObject({
        ...limits,
        api_rate_limit_per_hour: then.callsAnHour,
      })
      const { subscription } = await ada.call(readCurrentSubscription, {})
      expect(subscription?.status ?? null).toBe(status)
      if (status === 'active' || status === 'past_due') expect(subscription?.plan).toBe(then.plan)

      const injected = await world.app.fetch(`/api/v1/inject/${projectId}/production`, {
        headers: headersOf({ apiKey }),
      })
      expect(injected.headers.get('ratelimit-limit')).toBe(String(then.callsAnHour))

      const hasRoom = (max: number, count: number) => max === -1 || count < max
      const { projects_count, collaborators_count } = usage.current
      const room = hasRoom(then.projects, projects_count)
      // Beyond the free plan, the grace period decides.
      const isLapsed = status === 'ended' && then.projects !== -1 && projects_count > then.projects
      const rejection = isLapsed ? 'PROJECT_READ_ONLY' : 'LIMIT_REACHED'
      expect(await ada.call(checkLimit, { body: { action: 'create_project' } })).toEqual({ allowed: room })
      expect(
        await isAllowed(ada.call(createProject, { body: { name: `Project ${++made}` } }), rejection),
      ).toBe(room)
      const roomForPeople = !isLapsed && hasRoom(then.people, collaborators_count)
      expect(await ada.call(checkLimit, { body: { action: 'invite_collaborator' } })).toEqual({
        allowed: roomForPeople,
      })
      const body = {
        email: `guest-${made}@example.com`,
        role: 'read' as const,
        environments: [environmentId],
      }
      expect(
        await isAllowed(ada.call(inviteCollaborator, { params: { id: projectId }, body }), rejection),
      ).toBe(roomForPeople)
      const after = (await ada.call(readSubscriptionUsage, {})).usage.current
      expect(after.projects_count).toBe(projects_count + (room ? 1 : 0))
      expect(after.collaborators_count).toBe(collaborators_count + (roomForPeople ? 1 : 0))
    })
  })
})
