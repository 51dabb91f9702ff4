import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { readSignUpMode } from '../features/accounts/register/create-account.ts'
import { listOfferedPlans } from '../features/billing/offered-plans.ts'
import { serveWebApp } from '../http/web-app.ts'
import { installation } from '../installation.ts'
import { createCurrentAnnouncement } from '../instance-settings/current-announcement.ts'
import { servePublicPages } from '../pages/serve-public-pages.ts'

/** Serves all pages: the public ones, the app's and the operator's. */
export function servePages(ctx: Context, server: FastifyInstance): void {
  const folder = installation.web
  const { config, clock } = ctx
  const readPlans = async () => (await listOfferedPlans(ctx)).plans
  servePublicPages(server, {
    folder,
    config,
    log: ctx.log,
    clock,
    readPlans,
    readAnnouncement: createCurrentAnnouncement(ctx),
    readSignUpMode: () => readSignUpMode(ctx),
  })
  serveWebApp(server, folder, ctx.log)
}
