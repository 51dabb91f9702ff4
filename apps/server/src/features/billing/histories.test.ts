// Random lives of a subscription at its provider, with webhooks that are lost, repeated and reordered, two nodes, and
// crashes between any two steps. In the end the stored state is the provider's, and the account is where the same life
// without any of that would have led it. `npm test -- --long` plays 10,000.

import { type BillingInterval, billingIntervals, isEntitled } from '@envhold/contract/billing/payments.ts'
import { startCheckout as endpoint } from '@envhold/contract/billing/subscription.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { appForTests, forEachEngine, type TestApp } from '../../../../../dev/world/app-for-tests.ts'
import { insertPerson } from '../../../../../dev/world/insert-person.ts'
import { lapse } from '../../../../../dev/world/lapse.ts'
import {
  createModelProvider,
  type ModelAct,
  type ModelProvider,
  modelActs,
  modelPrices,
} from '../../../../../dev/world/payments/model-provider.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/transaction.ts'
import { wireTime } from '../../http/responses/wire-time.ts'
import type { Call } from '../../http/route.ts'
import type { Verb } from '../../http/verb.ts'
import { listArchived } from '../archive/archived-project-store.ts'
import { sweepPhases } from '../archive/phase/sweep-phases.ts'
import { findAccountPhase } from '../plans/account-phase-store.ts'
import { setPrice } from '../plans/plan-price-store.ts'
import { listHeldPeople } from '../projects/compliance-state-store.ts'
import { countOwnedProjects } from '../projects/project-store.ts'
import { findUser } from '../users/user-store.ts'
import { startCheckout } from './checkout/start-checkout.ts'
import { findActiveDunning } from './dunning/dunning-store.ts'
import { changeSubscription } from './plan-change/plan-change.ts'
import { reconcile } from './reconcile/reconcile.ts'
import { findSubscription, listInvoicesOf, listSubscriptions } from './subscriptions/subscription-store.ts'
import { refreshSubscription } from './subscriptions/subscriptions.ts'
import { acceptWebhook, createEventWorker } from './webhooks/event-worker.ts'

const hour = 3_600_000
const runs = { sqlite: inject('longRuns') ? 10_000 : 60, postgres: inject('longRuns') ? 10_000 : 25 }

type Step =
  | { readonly do: 'act'; readonly act: ModelAct }
  | { readonly do: 'deliver'; readonly event: number; readonly times: number }
  | { readonly do: 'work' | 'reconcile' | 'refresh' }
  /** The customer changes the interval, in two tabs at the same time. */
  | { readonly do: 'change'; readonly to: BillingInterval }
  /** After this many uses of the clock or the provider, the process dies. */
  | { readonly do: 'crash'; readonly after: number }
  | { readonly do: 'wait'; readonly hours: number }
  /** The hourly work on account phases. */
  | { readonly do: 'sweep' }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('act'), act: fc.constantFrom(...modelActs) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('deliver'),
      event: fc.nat(20),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('work', 'reconcile', 'refresh', 'sweep') }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('change'), to: fc.constantFrom(...billingIntervals) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('crash'), after: fc.nat(12) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait'), hours: fc.constantFrom(1, 25) }) },
) as fc.Arbitrary<Step>

class Crash extends Error {}

forEachEngine((engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await appForTests(engine, { LOG_LEVEL: 'silent' })
    await inTransaction(app.ctx, async (tx) => {
      for (const interval of billingIntervals)
        await setPrice(tx, { plan: 'pro', interval, provider: 'stripe' }, modelPrices[interval])
    })
  })
  afterAll(() => app.stop())

  /** A node on which `fuse` counts down to a crash. */
  const nodeOf = (model: () => ModelProvider, burn: () => void): Context => ({
    ...app.ctx,
    clock: () => {
      burn()
      return app.ctx.clock()
    },
    payments: {
      readChoice: async () => ({
        defaultProvider: 'stripe',
        fallbackProvider: 'dodo',
        enableAutoFallback: false,
        testMode: true,
        active: ['stripe'],
      }),
      find: async () => model().provider,
      tryWith: async () => model().provider,
      noteFailure: async () => {},
    },
  })

  async function play(steps: readonly Step[]): Promise<void> {
    let fuse = Number.POSITIVE_INFINITY
    const burn = () => {
      if (--fuse >= 0) return
      fuse = Number.POSITIVE_INFINITY
      throw new Crash()
    }
    const model: ModelProvider = createModelProvider(app.ctx.clock, burn)
    const nodes = [nodeOf(() => model, burn), nodeOf(() => model, burn)] as const
    const workers = nodes.map(createEventWorker)
    const survive = (work: Promise<unknown>) =>
      work.catch((error: unknown) => {
        if (!(error instanceof Crash)) throw error
      })
    const [ctx] = nodes
    const respond = (verb: Verb<Context>, call: Partial<Call>) => verb.routeIn(ctx).handle(call as Call)
    const person = await insertPerson(app)
    // It paid before, and has more than the free plan allows: three projects.
    await lapse(app, person, { projects: 3 })
    const { id: planId } = await app.ctx.db
      .selectFrom('plans')
      .select('id')
      .where('name', '=', 'pro')
      .executeTakeFirstOrThrow()
    const url = `${app.ctx.config.publicUrl}/subscription`
    await respond(startCheckout, {
      caller: person.caller,
      body: endpoint.body.parse({ planId, billingInterval: 'monthly', successUrl: url, cancelUrl: url }),
    })
    const id = model.pay()
    /** What is not possible now, or is under way in the other tab, is rejected. */
    const changeTo = async (node: Context, billingInterval: BillingInterval) => {
      const [row] = await listSubscriptions(app.ctx, person.userId)
      const body = { planId, billingInterval, dueNow: 0, previewedAt: wireTime(app.ctx.clock()) }
      const call = { caller: person.caller, params: { id: row?.id ?? 0 }, body } as unknown as Call
      await survive(
        changeSubscription
          .routeIn(node)
          .handle(call)
          .catch((error: unknown) => {
            if (!(error instanceof AppError)) throw error
          }),
      )
    }
    const steppers: { [Kind in Step['do']]: (of: Extract<Step, { do: Kind }>) => Promise<unknown> } = {
      act: async ({ act }) => model.act(id, act),
      deliver: async ({ event, times }) => {
        const body = model.events[event % model.events.length]
        for (let n = 0; body && n < times; n++)
          await acceptWebhook(
            { ...ctx, events: { wake: () => {} } },
            { provider: 'stripe', body, headers: {} },
          )
      },
      work: () => Promise.all(workers.map((worker) => worker.runDue())),
      reconcile: () => reconcile(ctx),
      refresh: () => respond(refreshSubscription, { caller: person.caller }),
      change: ({ to }) => Promise.all(nodes.map((node) => changeTo(node, to))),
      sweep: () => sweepPhases(ctx),
      crash: async ({ after }) => {
        fuse = after
      },
      wait: async ({ hours }) => app.advance(hours * hour),
    }
    for (const one of steps) await survive(steppers[one.do](one as never))

    fuse = Number.POSITIVE_INFINITY
    await Promise.all(workers.map((worker) => worker.stop()))
    app.advance(25 * hour)
    await reconcile(ctx)
    await sweepPhases(ctx)
    await expectSame(model, id, person.userId)
    await expectPhase(person.userId, isEntitled(model.subscriptions.get(id)?.status ?? 'ended'))
    await forget()
  }

  /** Nothing is ever lost here: mails are not sent, so no grace period ends. */
  async function expectPhase(userId: number, entitled: boolean): Promise<void> {
    const phase = await findAccountPhase(app.ctx, userId)
    expect(phase?.phase).toBe(entitled ? 'compliant' : 'grace')
    expect(await countOwnedProjects(app.ctx.db, userId)).toBe(3)
    expect(await listArchived(app.ctx, userId)).toEqual([])
    expect(await listHeldPeople(app.ctx.db, userId, app.ctx.clock())).toEqual([])
    await inTransaction(app.ctx, (tx) =>
      tx.db.deleteFrom('projects').where('owner_id', '=', userId).execute(),
    )
  }

  /** The next history has another provider, which knows nothing of this one. */
  async function forget(): Promise<void> {
    const { db } = app.ctx
    for (const table of ['dunning', 'invoices', 'checkouts', 'subscriptions', 'webhook_events'] as const)
      await db.deleteFrom(table).execute()
  }

  async function expectSame(model: ModelProvider, id: string, userId: number): Promise<void> {
    const atProvider = model.subscriptions.get(id)
    const stored = await findSubscription(app.ctx, 'stripe', id)
    expect(stored).toMatchObject({
      user_id: userId,
      status: atProvider?.status,
      period_start: atProvider?.periodStart,
      period_end: atProvider?.periodEnd,
      cancel_at: atProvider?.cancelAt,
      ended_at: atProvider?.endedAt,
    })
    const user = await findUser(app.ctx, userId)
    expect(user?.plan).toBe(stored && isEntitled(stored.status) ? 'pro' : 'starter')
    expect(await listSubscriptions(app.ctx, userId)).toHaveLength(1)
    const dunning = await findActiveDunning(app.ctx, stored?.id ?? 0)
    expect(dunning !== undefined).toBe(stored?.status === 'past_due')
    const invoices = await listInvoicesOf(app.ctx, userId, 1_000)
    const stated = await model.provider.listInvoices({ id, customerId: null })
    expect(invoices.map(({ provider_id }) => provider_id).toSorted()).toEqual(
      stated.map((invoice) => invoice.id).toSorted(),
    )
    // Each invoice was mailed once, and no start was recorded twice. One that ended unseen never started.
    const mails = await app.ctx.db
      .selectFrom('mail_queue')
      .select('template')
      .where('recipient', '=', user?.email ?? '')
      .execute()
    expect(mails.filter(({ template }) => template === 'payment-receipt')).toHaveLength(
      Math.min(stated.length, 30),
    )
    const events = await app.ctx.db
      .selectFrom('activity')
      .select('event_type')
      .where('user_id', '=', userId)
      .execute()
    const count = (type: string) => events.filter(({ event_type }) => event_type === type).length
    expect(count('subscription_started')).toBeLessThanOrEqual(1)
  }

  test('the stored state is the provider’s, whatever was lost, repeated, reordered or cut off', async () => {
    const property = fc.asyncProperty(fc.array(step, { maxLength: 25 }), play)
    await fc.assert(property, { numRuns: runs[engine] })
  }, 3_600_000)
})
