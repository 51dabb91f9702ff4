/** Exports of lists of activity, as files. */
import type { ActivityLog, ApiUsageLog, ProjectActivity } from '@envhold/contract/activity/activity.ts'
import * as contract from '@envhold/contract/activity/activity.ts'
import { verbWithResult } from '../../http/verb.ts'
import { requireProject } from '../projects/project-access.ts'
import { activityLogsOf, apiUsageOf, projectActivityOf, projectView } from './activity-lists.ts'
import type { ActivityWorld } from './activity-world.ts'
import { rangeStart } from './pagination.ts'
import { type Columns, exportList, fieldColumns, fileNamePart } from './write-export.ts'

/** What a file contains, in the words of the activity log. */
const exported = {
  changes: 'the changes',
  all: 'the activity',
  security: 'the security events',
  security_events: 'the security events',
  project_changes: 'the project changes',
  team_changes: 'the team changes',
} as const

const logColumns: Columns<ActivityLog> = fieldColumns(
  'id',
  'created_at',
  'event_type',
  'category',
  'severity',
  'description',
  'project_id',
  'project_name',
  'user_email',
  'ip_address',
)

const periods: Readonly<Record<contract.ActivityTimeRange, string>> = {
  '24h': 'the last 24 hours',
  '7d': 'the last 7 days',
  '30d': 'the last 30 days',
  '90d': 'the last 90 days',
  '1y': 'the last year',
  all: 'the whole history',
}

export const exportActivityLogs = verbWithResult(
  contract.exportActivityLogs,
  (world: ActivityWorld, { caller, origin, query }) => {
    const { format, timeRange, filter } = query
    const since = rangeStart(timeRange, world.clock())
    const what = `${exported[filter]} of ${periods[timeRange]}`
    const file = { caller, origin, format, what, name: 'envhold-activity' }
    const open = () => activityLogsOf(world, caller.userId, { ...query, since })
    return exportList(world, file, { open, columns: logColumns })
  },
)

const usageColumns: Columns<ApiUsageLog> = fieldColumns(
  'id',
  'created_at',
  'http_method',
  'endpoint',
  'status_code',
  'project_id',
  'project_name',
  'environment_name',
  'api_key_name',
  'variables_count',
  'request_duration_ms',
  'ip_address',
  'calls',
)

export const exportApiUsage = verbWithResult(
  contract.exportApiUsage,
  (world: ActivityWorld, { caller, origin, query }) => {
    const { format, timeRange } = query
    const since = rangeStart(timeRange, world.clock())
    const what = `the API usage of ${periods[timeRange]}`
    const file = { caller, origin, format, what, name: 'envhold-api-usage' }
    const open = () => apiUsageOf(world, caller.userId, { ...query, since })
    return exportList(world, file, { open, columns: usageColumns })
  },
)

const projectColumns: Columns<ProjectActivity> = {
  ...fieldColumns('id', 'created_at', 'event_type', 'category', 'severity', 'description'),
  user_email: ({ users }) => users?.email ?? null,
  username: ({ users }) => users?.username ?? null,
  ...fieldColumns('ip_address'),
}

export const exportProjectActivity = verbWithResult(
  contract.exportProjectActivity,
  async (world: ActivityWorld, { caller, origin, params, query }) => {
    const { format, timeRange, category } = query
    const since = rangeStart(timeRange, world.clock())
    const access = await requireProject(world, caller, params.id, 'read')
    const { id, name } = access.project
    const file = {
      caller,
      origin,
      format,
      what: `${exported[category]} of the project "${name}" of ${periods[timeRange]}`,
      projectId: id,
      name: `envhold-${fileNamePart(name) || id}-activity`,
    }
    const open = () => projectActivityOf(world, projectView(access, category), { ...query, since })
    return exportList(world, file, { open, columns: projectColumns })
  },
)
