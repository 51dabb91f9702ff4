import type { Context } from '../context.ts'
import { readSignUpMode } from '../features/accounts/register/create-account.ts'
import { listOfferedPlans } from '../features/billing/offered-plans.ts'
import type { Served } from '../http/exchange.ts'
import { webAppRoutes } from '../http/served/web-app.ts'
import { installation } from '../installation.ts'
import { createCurrentAnnouncement } from '../instance-settings/current-announcement.ts'
import { documentsIn } from '../pages/documents.ts'
import { publicPageRoutes } from '../pages/serve-public-pages.ts'

/** All pages: the public ones, the app's and the operator's. */
export function pageRoutes(ctx: Context): Pick<Served, 'routes' | 'notFound'> {
  const folder = installation.web
  const { config, clock } = ctx
  const readPlans = async () => (await listOfferedPlans(ctx)).plans
  const pages = publicPageRoutes({
    folder,
    documents: documentsIn(installation.documents),
    config,
    log: ctx.log,
    clock,
    readPlans,
    readAnnouncement: createCurrentAnnouncement(ctx),
    readSignUpMode: () => readSignUpMode(ctx),
    isWorking: () =>
      readSignUpMode(ctx).then(
        () => true,
        () => false,
      ),
  })
  const { routes, notFound } = webAppRoutes(folder, ctx.log)
  return { routes: [...pages, ...routes], notFound }
}
