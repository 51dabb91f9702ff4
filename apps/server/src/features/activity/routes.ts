/** Activity: what users read of both logs, their own and their projects', as pages, counts and exports. */

import * as contract from '@envhold/contract/activity.ts'
import { downloadProjectLog } from '@envhold/contract/project-log.ts'
import type { Context } from '../../context.ts'
import { type Route, route } from '../../http/route.ts'
import type { ActivityRecorder } from '../audit-log/activity-recorder.ts'
import { type ActivityDeps, createListMemory } from './activity-deps.ts'
import { downloadProjectLog as download } from './download-project-log.ts'
import { exportActivityLogs, exportApiUsage, exportProjectActivity } from './export-activity.ts'
import { listActivityLogs } from './list-activity-logs.ts'
import { listApiUsage } from './list-api-usage.ts'
import { listProjectActivity } from './list-project-activity.ts'
import { readAuditHeads } from './read-audit-heads.ts'

export const activityRoutes = (ctx: Context, recorder: ActivityRecorder): Route[] => {
  const deps: ActivityDeps = { recorder, memory: createListMemory() }
  return [
    route(contract.readActivityHead, (call) => readAuditHeads(ctx, call)),
    route(contract.listActivityLogs, (call) => listActivityLogs(ctx, deps, call)),
    route(contract.exportActivityLogs, (call) => exportActivityLogs(ctx, deps, call)),
    route(contract.listApiUsage, (call) => listApiUsage(ctx, deps, call)),
    route(contract.exportApiUsage, (call) => exportApiUsage(ctx, deps, call)),
    route(contract.listProjectActivity, (call) => listProjectActivity(ctx, deps, call)),
    route(contract.exportProjectActivity, (call) => exportProjectActivity(ctx, deps, call)),
    route(downloadProjectLog, (call) => download(ctx, deps, call)),
  ]
}
