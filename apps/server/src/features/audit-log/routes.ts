import * as contract from '@envhold/contract/activity.ts'
import type { Context } from '../../context.ts'
import { type Route, route } from '../../http/route.ts'
import type { ActivityParts } from './activity-parts.ts'
import { exportActivityLogs, exportApiUsage, exportProjectActivity } from './export-activity.ts'
import { listActivityLogs } from './list-activity-logs.ts'
import { listApiUsage } from './list-api-usage.ts'
import { listProjectActivity } from './list-project-activity.ts'
import { readActivityHead } from './read-activity-head.ts'

export const auditLogRoutes = (ctx: Context, given: ActivityParts): Route[] => {
  const parts = { ...given, searches: new Map() }
  return [
    route(contract.readActivityHead, async ({ query }) => ({ json: await readActivityHead(ctx, query.at) })),
    route(contract.listActivityLogs, (call) => listActivityLogs(ctx, parts, call)),
    route(contract.exportActivityLogs, (call) => exportActivityLogs(ctx, parts, call)),
    route(contract.listApiUsage, (call) => listApiUsage(ctx, parts, call)),
    route(contract.exportApiUsage, (call) => exportApiUsage(ctx, parts, call)),
    route(contract.listProjectActivity, (call) => listProjectActivity(ctx, parts, call)),
    route(contract.exportProjectActivity, (call) => exportProjectActivity(ctx, parts, call)),
  ]
}
