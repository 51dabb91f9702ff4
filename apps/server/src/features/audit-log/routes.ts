import { readActivityHead as endpoint } from '@envhold/contract/activity.ts'
import type { Context } from '../../context.ts'
import { type Route, route } from '../../http/route.ts'
import { readActivityHead } from './read-activity-head.ts'

export const auditLogRoutes = (ctx: Context): Route[] => [
  route(endpoint, async ({ query }) => ({ json: await readActivityHead(ctx, query.at) })),
]
