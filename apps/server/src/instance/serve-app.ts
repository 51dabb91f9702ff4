import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { readStepUpMethods } from '../features/accounts/factors/accepted-methods.ts'
import { authenticate } from '../features/personal-tokens/authenticate.ts'
import { readPermissions } from '../features/roles/role-store.ts'
import { touchOperatorSession } from '../features/sessions/session-store.ts'
import { createBodyMemory } from '../http/body-memory.ts'
import { serveCliDownload } from '../http/cli-download.ts'
import { serveMetrics } from '../http/metrics.ts'
import { serveOpenApi } from '../http/openapi-route.ts'
import type { StepUpDeps } from '../http/require-step-up.ts'
import type { Route } from '../http/route.ts'
import { serve } from '../http/serve.ts'
import type { TurnDeps } from '../http/with-turn.ts'
import { createRunOnce } from '../idempotency/create-run-once.ts'
import { installation } from '../installation.ts'
import { isOperatorFactorRequired } from '../instance-settings/operator-factor.ts'
import { watched } from './metrics-gauges.ts'
import { servePages } from './serve-pages.ts'

/** Puts on the server what it serves: the API, its document, metrics, the command line and the web app. */
export function serveApp(
  ctx: Context,
  server: FastifyInstance,
  routes: readonly Route[],
  { opensVault, turns }: Pick<StepUpDeps, 'opensVault'> & TurnDeps,
): void {
  const { config, mail } = ctx
  const bodyMemory = createBodyMemory(config.bodyMemoryBytes)
  serve(server, routes, {
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
  serveOpenApi(server, config.publicUrl)
  serveMetrics(server, config.metricsToken, watched(mail, bodyMemory))
  serveCliDownload(server, installation.commandLine)
  servePages(ctx, server)
}
