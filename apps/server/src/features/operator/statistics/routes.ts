/** The figures of the dashboard. */
import * as endpoints from '@envhold/contract/operator/statistics.ts'
import type { Context } from '../../../context.ts'
import { type Route, route } from '../../../http/route.ts'
import { readAdminStats } from './read-admin-stats.ts'
import { readRoleStats } from './read-role-stats.ts'

export const statisticsRoutes = (ctx: Context): Route[] => [
  route(endpoints.readAdminStats, async () => ({ json: await readAdminStats(ctx) })),
  route(endpoints.readRoleStats, async () => ({ json: await readRoleStats(ctx) })),
]
