import type { Context } from '../context.ts'
import { readStepUpMethods } from '../features/accounts/factors/accepted-methods.ts'
import { authenticate } from '../features/personal-tokens/authenticate.ts'
import { readPermissions } from '../features/roles/role-store.ts'
import { touchOperatorSession } from '../features/sessions/session-store.ts'
import type { OnResponse, Served } from '../http/exchange.ts'
import { createBodyMemory } from '../http/requests/body-memory.ts'
import type { StepUpDeps } from '../http/require-step-up.ts'
import type { Route } from '../http/route.ts'
import { endpointRoutes } from '../http/serve.ts'
import { cliDownloadRoutes } from '../http/served/cli-download.ts'
import { type Measure, metricsRoutes } from '../http/served/metrics.ts'
import { openApiRoute } from '../http/served/openapi-route.ts'
import type { TurnDeps } from '../http/turns/with-turn.ts'
import { createRunOnce } from '../idempotency/create-run-once.ts'
import { installation } from '../installation.ts'
import { isOperatorFactorRequired } from '../instance-settings/instance-settings-store.ts'
import { pageRoutes } from './serve-pages.ts'

interface ServedDeps extends Pick<StepUpDeps, 'opensVault'>, TurnDeps {
  /** For the metrics. */
  readonly measures?: readonly Measure[]
  /** Called when a response was sent. */
  readonly onAnswered?: readonly OnResponse[]
}

/** What the server serves: the API, its document, metrics, the command line and the web app. */
export function servedBy(
  ctx: Context,
  routes: readonly Route[],
  { opensVault, turns, measures = [], onAnswered = [] }: ServedDeps,
): Served {
  const { config } = ctx
  const bodyMemory = createBodyMemory(config.bodyMemoryBytes)
  const api = endpointRoutes(routes, {
    authenticate: authenticate(ctx),
    readPermissions: readPermissions(ctx),
    bodyMemory,
    turns,
    runOnce: createRunOnce(ctx),
    readStepUpMethods: readStepUpMethods(ctx),
    opensVault,
    isOperatorFactorRequired: isOperatorFactorRequired(ctx),
    touchOperatorSession: (id, seenAt) => touchOperatorSession(ctx.db, id, seenAt),
    clock: ctx.clock,
    // No endpoint leads to a provider yet.
    redirectOrigins: { own: new URL(config.publicUrl).origin, providers: [] },
  })
  const metrics = metricsRoutes(config.metricsToken, [
    ...measures,
    {
      name: 'envhold_request_body_bytes',
      help: 'Bytes of request bodies in memory.',
      read: () => bodyMemory.heldBytes,
    },
  ])
  const pages = pageRoutes(ctx)
  return {
    routes: [
      ...api,
      openApiRoute(config.publicUrl),
      ...metrics.routes,
      ...cliDownloadRoutes(installation.commandLine, config.publicUrl),
      ...pages.routes,
    ],
    notFound: pages.notFound,
    onAnswered: [...metrics.onAnswered, ...onAnswered],
  }
}
