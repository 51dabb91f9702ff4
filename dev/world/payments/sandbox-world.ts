// The sandbox provider of an application, with its pages called as their account does and its webhooks collected.

import { createClient } from '@envhold/client/client.ts'
import * as contract from '@envhold/contract/billing/sandbox.ts'
import type { Context } from '../../../apps/server/src/context.ts'
import type { Engine } from '../../../apps/server/src/db/connect.ts'
import * as sandboxPages from '../../../apps/server/src/features/billing/sandbox/sandbox.ts'
import type { BillingWorld } from '../../../apps/server/src/features/billing/webhooks/event-worker.ts'
import { openServer } from '../../../apps/server/src/http/open-server.ts'
import { routesOf } from '../../../apps/server/src/http/verb.ts'
import { servedBy } from '../../../apps/server/src/instance/serve-app.ts'
import type { PaymentProvider } from '../../../apps/server/src/payments/provider.ts'
import type { SignedWebhook } from '../../../apps/server/src/payments/sandbox/sandbox-subscription.ts'
import { addPerson } from '../add-person.ts'
import { appForTests, headersOf, type TestApp } from '../app-for-tests.ts'
import { openTurns } from '../open-turns.ts'
import type { Person } from '../sign-up.ts'

export interface SandboxWorld {
  readonly app: TestApp
  readonly owner: Person
  /** As the settings are now. */
  readonly provider: () => Promise<PaymentProvider>
  /** The webhooks so far. */
  readonly delivered: SignedWebhook[]
  readonly as: (person: Pick<Person, 'token'>) => ReturnType<typeof createClient>
  readonly answer: (
    checkout: string,
    answer: 'pay' | 'decline' | 'cancel',
    person?: Person,
  ) => Promise<{ readonly url: string; readonly declined: boolean }>
  readonly act: (subscription: string, action: contract.SandboxAction, person?: Person) => Promise<object>
  readonly stop: () => Promise<void>
}

export async function startSandboxWorld(engine: Engine): Promise<SandboxWorld> {
  const app = await appForTests(engine)
  const delivered: SignedWebhook[] = []
  const routes = routesOf(noting(app.ctx, delivered), sandboxPages)
  const served = servedBy(app.ctx, routes, {
    opensVault: async () => false,
    turns: openTurns(),
    measures: [],
  })
  const server = openServer(app.ctx.config, { log: app.ctx.log, onTampered: async () => {} }, served)
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  const owner = await addPerson(app, { masterPassword: null })
  const as = ({ token }: Pick<Person, 'token'>) =>
    createClient({ server: url, headers: () => headersOf({ token }), timeoutMs: 120_000 })
  return {
    app,
    owner,
    delivered,
    as,
    provider: async () => {
      const provider = await app.ctx.payments.find('sandbox')
      if (!provider) throw new Error('The sandbox is built in')
      return provider
    },
    answer: (id, answer, person = owner) =>
      as(person).call(contract.answerSandboxCheckout, { params: { id }, body: { answer } }),
    act: (id, action, person = owner) =>
      as(person).call(contract.actInSandboxPortal, { params: { id }, body: { action } }),
    stop: async () => {
      server.server.closeAllConnections()
      await server.close()
      await app.stop()
    },
  }
}

/** Notes each webhook that is received. Nothing works off the events. */
const noting = (ctx: Context, delivered: SignedWebhook[]): BillingWorld => ({
  ...ctx,
  events: { wake: () => {} },
  payments: {
    ...ctx.payments,
    find: async (id) => {
      const provider = await ctx.payments.find(id)
      if (!provider) return undefined
      const readWebhook: PaymentProvider['readWebhook'] = async (body, headers) => {
        delivered.push({ body, headers })
        return await provider.readWebhook(body, headers)
      }
      return { ...provider, readWebhook }
    },
  },
})
