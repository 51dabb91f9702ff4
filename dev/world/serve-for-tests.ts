// The HTTP layer alone, with routes from the test: no slice, no database.

import { promisify } from 'node:util'
import { AppError } from '../../apps/server/src/app-error.ts'
import { readConfig } from '../../apps/server/src/config/config.ts'
import type { OperatorSessionDeps } from '../../apps/server/src/http/admit.ts'
import { createLog } from '../../apps/server/src/http/log/log.ts'
import type { Timeouts } from '../../apps/server/src/http/node-server.ts'
import { openServer } from '../../apps/server/src/http/open-server.ts'
import { createBodyMemory } from '../../apps/server/src/http/requests/body-memory.ts'
import type { OpensVault, ReadStepUpMethods } from '../../apps/server/src/http/require-step-up.ts'
import type { ErrorWatch } from '../../apps/server/src/http/responses/error-answer.ts'
import type { Authenticate, ReadPermissions, Route } from '../../apps/server/src/http/route.ts'
import type { RunOnce } from '../../apps/server/src/http/run-once.ts'
import { endpointRoutes } from '../../apps/server/src/http/serve.ts'
import { webAppRoutes } from '../../apps/server/src/http/served/web-app.ts'
import { type TurnBounds, Turns } from '../../apps/server/src/http/turns/turns.ts'

export interface ServedForTests {
  readonly url: string
  readonly logged: () => string
  /** How many connections the server holds open. */
  readonly connections: () => Promise<number>
  /** The memory of request bodies, in bytes. */
  readonly heldBytes: () => number
  /** Stops accepting and closes idle connections, as a server that ends does. */
  readonly close: () => Promise<void>
  readonly isListening: () => boolean
  readonly stop: () => Promise<void>
}

export interface ServeOptions {
  readonly settings?: Record<string, string>
  readonly authenticate?: Authenticate
  readonly readPermissions?: ReadPermissions
  readonly onTampered?: ErrorWatch['onTampered']
  readonly timeouts?: Partial<Timeouts>
  readonly runOnce?: RunOnce
  readonly turns?: Partial<TurnBounds>
  readonly clock?: () => number
  /** Origins of providers that a redirect may lead to. */
  readonly providers?: readonly string[]
  readonly readStepUpMethods?: ReadStepUpMethods
  readonly opensVault?: OpensVault
  readonly isOperatorFactorRequired?: OperatorSessionDeps['isOperatorFactorRequired']
  readonly touchOperatorSession?: OperatorSessionDeps['touchOperatorSession']
  /** The built web app. */
  readonly webApp?: string
}

const nobody: Authenticate = async () => {
  throw new AppError('UNAUTHENTICATED')
}

export async function serveForTests(
  routes: readonly Route[],
  options: ServeOptions = {},
): Promise<ServedForTests> {
  const { settings = {}, authenticate = nobody, onTampered = async () => {} } = options
  const config = readConfig(settings)
  const lines: string[] = []
  const log = createLog('debug', { to: { write: (line) => void lines.push(line) } })
  const { timeouts } = options
  const turns = new Turns(options.turns)
  const bodyMemory = createBodyMemory(config.bodyMemoryBytes)
  const api = endpointRoutes(routes, {
    authenticate,
    readPermissions: options.readPermissions ?? (async () => []),
    readStepUpMethods: options.readStepUpMethods ?? (async () => []),
    opensVault: options.opensVault ?? (async () => false),
    isOperatorFactorRequired: options.isOperatorFactorRequired ?? (async () => false),
    touchOperatorSession: options.touchOperatorSession ?? (async () => {}),
    bodyMemory,
    turns,
    runOnce: options.runOnce ?? ((_call, work) => work()),
    clock: options.clock ?? Date.now,
    redirectOrigins: { own: new URL(config.publicUrl).origin, providers: options.providers ?? [] },
  })
  const pages = webAppRoutes(options.webApp ?? '/nowhere', log)
  const server = openServer(
    config,
    { log, onTampered },
    {
      routes: [...api, ...pages.routes],
      notFound: pages.notFound,
      onAnswered: [],
    },
    { timeouts, turns },
  )
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  return {
    url,
    logged: () => lines.join(''),
    connections: () => promisify(server.server.getConnections.bind(server.server))(),
    heldBytes: () => bodyMemory.heldBytes,
    close: () => server.close(),
    isListening: () => server.server.listening,
    stop: async () => {
      server.server.closeAllConnections()
      await server.close()
    },
  }
}
