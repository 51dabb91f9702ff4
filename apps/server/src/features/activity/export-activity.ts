import type {
  ActivityLog,
  ApiUsageLog,
  exportActivityLogs as activityLogs,
  exportApiUsage as apiUsage,
  exportProjectActivity as oneProject,
  ProjectActivity,
} from '@envhold/contract/activity.ts'
import type { Call, Reply } from '../../http/route.ts'
import { requireProject } from '../projects/project-access.ts'
import type { ActivityContext, ActivityDeps } from './activity-deps.ts'
import { activityLogsOf, projectActivityOf, projectView } from './activity-lists.ts'
import { apiUsageOf } from './api-usage-list.ts'
import { exportList, fileNamePart } from './export-list.ts'
import { rangeStart } from './pagination.ts'
import type { Columns } from './write-export.ts'

type Ctx = ActivityContext

/** What a file contains, in the words of the activity log. */
const exported = {
  changes: 'the changes',
  all: 'the activity',
  security: 'the security events',
  security_events: 'the security events',
  project_changes: 'the project changes',
  team_changes: 'the team changes',
} as const

const logColumns: Columns<ActivityLog> = {
  id: ({ id }) => id,
  created_at: ({ created_at }) => created_at,
  event_type: ({ event_type }) => event_type,
  category: ({ category }) => category,
  severity: ({ severity }) => severity,
  description: ({ description }) => description,
  project_id: ({ project_id }) => project_id,
  project_name: ({ project_name }) => project_name,
  user_email: ({ user_email }) => user_email,
  ip_address: ({ ip_address }) => ip_address,
}

export const exportActivityLogs = (
  ctx: Ctx,
  deps: ActivityDeps,
  { caller, origin, query }: Call<typeof activityLogs>,
): Promise<Reply<typeof activityLogs>> => {
  const { format, timeRange, filter } = query
  const since = rangeStart(timeRange, ctx.clock())
  const what = `${exported[filter]} of the last ${timeRange}`
  const file = { caller, origin, format, what, name: 'envhold-activity' }
  const open = () => activityLogsOf(ctx, caller.userId, { ...query, since })
  return exportList(ctx, deps, file, { open, columns: logColumns })
}

const usageColumns: Columns<ApiUsageLog> = {
  id: ({ id }) => id,
  created_at: ({ created_at }) => created_at,
  http_method: ({ http_method }) => http_method,
  endpoint: ({ endpoint }) => endpoint,
  status_code: ({ status_code }) => status_code,
  project_id: ({ project_id }) => project_id,
  project_name: ({ project_name }) => project_name,
  environment_name: ({ environment_name }) => environment_name,
  api_key_name: ({ api_key_name }) => api_key_name,
  variables_count: ({ variables_count }) => variables_count,
  request_duration_ms: ({ request_duration_ms }) => request_duration_ms,
  ip_address: ({ ip_address }) => ip_address,
  calls: ({ calls }) => calls,
}

export const exportApiUsage = (
  ctx: Ctx,
  deps: ActivityDeps,
  { caller, origin, query }: Call<typeof apiUsage>,
): Promise<Reply<typeof apiUsage>> => {
  const { format, timeRange } = query
  const since = rangeStart(timeRange, ctx.clock())
  const what = `the API usage of the last ${timeRange}`
  const file = { caller, origin, format, what, name: 'envhold-api-usage' }
  const open = () => apiUsageOf(ctx, caller.userId, { ...query, since })
  return exportList(ctx, deps, file, { open, columns: usageColumns })
}

const projectColumns: Columns<ProjectActivity> = {
  id: ({ id }) => id,
  created_at: ({ created_at }) => created_at,
  event_type: ({ event_type }) => event_type,
  category: ({ category }) => category,
  severity: ({ severity }) => severity,
  description: ({ description }) => description,
  user_email: ({ users }) => users?.email ?? null,
  username: ({ users }) => users?.username ?? null,
  ip_address: ({ ip_address }) => ip_address,
}

export const exportProjectActivity = async (
  ctx: Ctx,
  deps: ActivityDeps,
  { caller, origin, params, query }: Call<typeof oneProject>,
): Promise<Reply<typeof oneProject>> => {
  const { format, timeRange, category } = query
  const since = rangeStart(timeRange, ctx.clock())
  const access = await requireProject(ctx, caller, params.id, 'read')
  const { id, name } = access.project
  const file = {
    caller,
    origin,
    format,
    what: `${exported[category]} of the project "${name}" of the last ${timeRange}`,
    projectId: id,
    name: `envhold-${fileNamePart(name) || id}-activity`,
  }
  const open = async () => projectActivityOf(ctx, projectView(access, category), since)
  return exportList(ctx, deps, file, { open, columns: projectColumns })
}
