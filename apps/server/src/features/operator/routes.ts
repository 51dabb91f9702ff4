/** The operator area. Nothing here can reach the vault: what needs it is passed in by `app.ts`. */
import type { Context } from '../../context.ts'
import type { Route } from '../../http/route.ts'
import { roleRoutes } from './roles/routes.ts'
import { statisticsRoutes } from './statistics/routes.ts'

export const operatorRoutes = (ctx: Context): Route[] => [
  // One line for each noun.
  ...statisticsRoutes(ctx),
  ...roleRoutes(ctx),
]
