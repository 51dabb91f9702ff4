/**
 * The whole application on one page: the few things a process holds beside its context, who may come in, every
 * slice's routes, and the work that comes round.
 */
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { AppError } from './app-error.ts'
import type { Context } from './context.ts'
import { healthRoutes } from './http/health-routes.ts'
import { serveMetrics } from './http/metrics.ts'
import { openServer } from './http/open-server.ts'
import { serveOpenApi } from './http/openapi-route.ts'
import type { Authenticate, Route } from './http/route.ts'
import { serve } from './http/serve.ts'
import { serveWebApp } from './http/web-app.ts'
import type { Sweep } from './jobs/sweeper.ts'
import { version } from './version.ts'

const webApp = join(import.meta.dirname, '../../web/dist')

export function buildApp(ctx: Context): FastifyInstance {
  const { config, log } = ctx
  const authenticate: Authenticate = async () => {
    throw new AppError('UNAUTHENTICATED')
  }

  const routes: Route[] = [
    ...healthRoutes(ctx, version),
    // One line for each slice, in the order of the ladder.
  ]

  const server = openServer(config, {
    log,
    onTampered: async () => {
      // security_violation goes on the record here.
    },
  })
  serve(server, routes, authenticate)
  serveOpenApi(server, { url: config.publicUrl, version })
  serveMetrics(server, config.metricsToken, [])
  serveWebApp(server, webApp, log)
  return server
}

/** What is cleared away every hour. */
export const sweepsOf = (_ctx: Context): Sweep[] => [
  // One line for each: { name: 'sessions', run: () => sweepSessions(ctx) }
]
