// The application with fake payment providers: it calls them over HTTP, and they deliver their webhooks to it. All of
// them share the application's clock.

import { setTimeout } from 'node:timers/promises'
import { type Client, createClient } from '@envhold/client/client.ts'
import { listPlans } from '@envhold/contract/billing/plan-offers.ts'
import { startCheckout } from '@envhold/contract/billing/subscription.ts'
import type { Engine } from '../../../apps/server/src/db/connect.ts'
import { inTransaction } from '../../../apps/server/src/db/transaction.ts'
import { startSession } from '../../../apps/server/src/features/sessions/start-session.ts'
import { sweepsOf } from '../../../apps/server/src/instance/sweeps.ts'
import { appForTests, headersOf, type TestApp } from '../app-for-tests.ts'
import { activityOf } from '../events-of.ts'
import { insertPerson } from '../insert-person.ts'
import { mailsOf } from '../mails.ts'
import type { Person } from '../sign-up.ts'
import { connectFakes, type Fake, type FakeId, fakeIds, startFakes, urlsOf } from './every-fake.ts'
import type { FakeClock } from './fake-clock.ts'

export interface Customer {
  readonly userId: number
  readonly email: string
  /** Calls the API in a session that has not expired. */
  readonly call: Client['call']
  /** Starts to pay, for Pro by default, and answers what the server answers. */
  readonly checkout: (options?: {
    readonly provider?: FakeId | 'sandbox'
    readonly billingInterval?: 'monthly' | 'yearly'
    readonly planName?: string
  }) => Promise<{ readonly checkoutUrl: string; readonly provider: string }>
  /** The templates of the mails to this customer, in order. */
  readonly mails: () => Promise<string[]>
  /** The types of the events in this customer's activity, in order. */
  readonly events: () => Promise<string[]>
}

export interface PayingApp {
  readonly app: TestApp
  readonly fake: (id: FakeId) => Fake
  /** Lets time pass for everybody. */
  readonly wait: (ms: number) => void
  /** Delivers the webhooks that are due, and waits until they are worked off. */
  readonly deliver: () => Promise<void>
  /** Waits until every stored event is worked off. */
  readonly settle: () => Promise<void>
  /** Runs one of the hourly sweeps. */
  readonly sweep: (name: string) => Promise<unknown>
  /** A new customer, or one who has signed up over the API. */
  readonly customer: (person?: Person) => Promise<Customer>
  readonly stop: () => Promise<void>
}

/** Presses a button on a page of a fake provider. */
export const press = (pageUrl: string, button: 'pay' | 'decline'): Promise<Response> =>
  fetch(`${pageUrl}/${button}`, { method: 'POST', redirect: 'manual' })

/** Starts it with settings and prices for these providers; the first fakes are the default and the fallback. */
export async function startPayingApp(
  engine: Engine,
  ids: readonly FakeId[] = fakeIds,
  settings: Record<string, string> = {},
): Promise<PayingApp> {
  let started: TestApp | undefined
  const clock: FakeClock = {
    now: () => started?.ctx.clock() ?? Date.now(),
    advance: (ms) => started?.advance(ms),
  }
  const fakes = await startFakes(ids, clock)
  const app = await appForTests(engine, { PAYMENT_PROVIDER_URLS: urlsOf(fakes), ...settings })
  started = app
  await connectFakes(app.ctx, fakes, app.url)

  const settle = async () => {
    for (let tries = 0; tries < 400; tries++) {
      const waiting = await app.ctx.db
        .selectFrom('webhook_events')
        .select('event_id')
        .where('state', '=', 'new')
        .executeTakeFirst()
      if (!waiting) return
      await setTimeout(25)
    }
    throw new Error('Webhooks were not worked off')
  }

  async function customer(person?: Person): Promise<Customer> {
    const { userId, email } = person ?? (await insertPerson(app))
    const { masterPassword } = person ?? {}
    let token = ''
    let signedInAt = Number.NEGATIVE_INFINITY
    const client = createClient({
      server: app.url,
      headers: () => headersOf({ token, ...(masterPassword && { masterPassword }) }),
      timeoutMs: 120_000,
    })
    const call: Client['call'] = async (...args) => {
      // Its proof of identity is never older than a step-up allows.
      if (app.ctx.clock() - signedInAt > 9 * 60_000) {
        token = await inTransaction(app.ctx, (tx) =>
          startSession(tx, { userId, method: 'password' }, { ip: '', userAgent: '', requestId: '' }),
        )
        signedInAt = app.ctx.clock()
      }
      return client.call(...args)
    }
    return {
      userId,
      email,
      call,
      checkout: async ({ provider, billingInterval = 'monthly', planName = 'pro' } = {}) => {
        const { plans } = await call(listPlans, {})
        const page = `${app.ctx.config.publicUrl}/subscription`
        return await call(startCheckout, {
          body: {
            planId: plans.find(({ name }) => name === planName)?.id ?? 0,
            billingInterval,
            ...(provider && { provider }),
            successUrl: `${page}?success=true`,
            cancelUrl: `${page}?canceled=true`,
          },
        })
      },
      mails: async () =>
        (await mailsOf(app)).filter(({ to }) => to === email).map(({ template }) => template),
      events: async () =>
        (await activityOf(app))
          .filter(({ user_id }) => user_id === userId)
          .map(({ event_type }) => event_type),
    }
  }

  return {
    app,
    fake: (id) => {
      const fake = fakes.get(id)
      if (!fake) throw new Error(`There is no fake of ${id}`)
      return fake
    },
    wait: (ms) => app.advance(ms),
    deliver: async () => {
      for (const { webhooks } of fakes.values()) await webhooks.deliver()
      await settle()
    },
    settle,
    sweep: async (name) => {
      const named = sweepsOf(app.ctx).find((sweep) => sweep.name === name)
      if (!named) throw new Error(`There is no sweep ${name}`)
      return await named.run()
    },
    customer,
    stop: async () => {
      await app.stop()
      for (const { server } of fakes.values()) await server.stop()
    },
  }
}
