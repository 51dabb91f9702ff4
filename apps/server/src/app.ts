/**
 * The whole application on one page: the few things a process holds beside its context, who may come in, and every
 * slice's routes.
 */
import type { FastifyInstance } from 'fastify'
import { AppError } from './app-error.ts'
import type { Context } from './context.ts'
import { healthRoutes } from './http/health-routes.ts'
import { openServer } from './http/open-server.ts'
import type { Authenticate, Route } from './http/route.ts'
import { serve } from './http/serve.ts'
import { version } from './version.ts'

export function buildApp(ctx: Context): FastifyInstance {
  const authenticate: Authenticate = async () => {
    throw new AppError('UNAUTHENTICATED')
  }

  const routes: Route[] = [
    ...healthRoutes(ctx, version),
    // One line for each slice, in the order of the ladder.
  ]

  const server = openServer(ctx.config, {
    log: ctx.log,
    onTampered: async () => {
      // security_violation goes on the record here.
    },
  })
  serve(server, routes, authenticate)
  return server
}
