import { z } from 'zod'
import { endpointsOf } from '../endpoint.ts'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'
import { eventCategories, type readEvents } from './event-types.ts'

const endpoint = endpointsOf('Activity')

/** The newest entry of the activity log, and the entry at an earlier sequence if the caller asks for one. */
export const activityHead = z
  .object({
    head: z.object({ sequence: field.count, mac: z.string().max(66), created_at: field.time.nullable() }),
    remembered: z.object({ sequence: field.count, mac: z.string().max(66) }).nullable(),
  })
  .meta({ id: 'ActivityHead' })
export type ActivityHead = z.output<typeof activityHead>

const sequenceQuery = z.coerce.number<string | number>().int().positive().max(Number.MAX_SAFE_INTEGER)
const link = z.string().max(64)

/** The end of a chain of a project; the link is empty while the chain is. */
const projectChain = z.object({
  sequence: field.count,
  link,
  /** The link at the sequence that the caller asked for; null if the chain has none there, or has trimmed it. */
  remembered: z.object({ sequence: field.count, link }).nullable(),
})

const auditHeads = activityHead
  .extend({
    /** The newest root over the ends of all chains; null before the first. */
    root: z.object({ number: field.count, mac: z.string().max(66), created_at: field.time }).nullable(),
    /** The chains of the project that the caller asked for. */
    project: z
      .object({
        activity: projectChain,
        /** `trimmed` is the last sequence that was removed because of its age; 0 if none was. */
        usage: projectChain.extend({ trimmed: field.count }),
      })
      .nullable(),
  })
  .meta({ id: 'AuditHeads' })

export const readActivityHead = endpoint('GET /activity/head', {
  name: 'readActivityHead',
  summary:
    'Read the newest entry of the activity log, the newest root over all audit chains and, for a project, the ends of its chains. Store them: if a chain later ends before its end or has another link there, the log was rewritten.',
  audience: 'user',
  permission: 'read_projects',
  uncounted: true,
  query: z.object({
    /** Also returns the entry at this earlier sequence, to compare with the stored one. */
    at: sequenceQuery.optional(),
    /** Also returns the chains of this project, to its owner. */
    project: field.pathId.optional(),
    /** Also returns the link of the project's activity at this earlier sequence. */
    activityAt: sequenceQuery.optional(),
    /** Also returns the link of the project's usage at this earlier sequence. */
    usageAt: sequenceQuery.optional(),
  }),
  output: auditHeads,
  errors: ['NOT_FOUND'],
})

/** `all` is the whole history. */
export const activityTimeRanges = ['24h', '7d', '30d', '90d', '1y', 'all'] as const
export type ActivityTimeRange = (typeof activityTimeRanges)[number]
/** `changes` leaves out the entries of somebody who only read ({@link readEvents}). */
export const activityFilters = ['changes', 'all', 'security'] as const
export const projectActivityCategories = [
  'changes',
  'all',
  'project_changes',
  'team_changes',
  'security_events',
] as const
export const activityPageSize = 20
export const projectActivityPageSize = 10

const page = z.coerce.number<string | number>().int().positive().max(1_000_000).default(1)
const pageSize = (size: number) => z.coerce.number<string | number>().int().positive().max(100).default(size)
const timeRange = z.enum(activityTimeRanges).default('30d')
/** Words that must all be found in a variable’s key, the description, event type, project or person; case-insensitive. */
const search = field.text(200).optional()
const exportFormat = z.enum(['csv', 'json']).default('csv')
const exportTypes = ['text/csv; charset=utf-8', 'application/json'] as const

export const pagination = z
  .object({
    page: field.count,
    limit: field.count,
    offset: field.count,
    total: field.count,
    totalPages: field.count,
    hasNext: z.boolean(),
    hasPrev: z.boolean(),
  })
  .meta({ id: 'Pagination' })
export type Pagination = z.output<typeof pagination>

const name = z.string().max(limits.nameLength).nullable()
const ip = z.string().max(64).nullable()

export const activityLog = z
  .object({
    id: field.id,
    event_type: z.string().max(60),
    category: z.enum(eventCategories),
    severity: z.enum(['low', 'medium', 'high']),
    description: z.string().max(1_000),
    created_at: field.time,
    project_id: field.id.nullable(),
    project_name: name,
    user_email: z.string().max(limits.emailLength).nullable(),
    ip_address: ip,
  })
  .meta({ id: 'ActivityLog' })
export type ActivityLog = z.output<typeof activityLog>

const logQuery = z.object({ timeRange, search, filter: z.enum(activityFilters).default('all') })

export const listActivityLogs = endpoint('GET /activity/logs', {
  name: 'listActivityLogs',
  summary:
    'List the actions of the account and the activity of its projects, newest first. The filter `changes` omits entries about reading alone.',
  audience: 'session',
  conditional: 'read',
  query: logQuery.extend({ page, limit: pageSize(activityPageSize) }),
  output: z.object({ logs: z.array(activityLog).max(100), pagination }),
})

export const exportActivityLogs = endpoint('GET /activity/logs/export', {
  name: 'exportActivityLogs',
  summary: 'The same, whole, as a file.',
  audience: 'session',
  query: logQuery.extend({ format: exportFormat }),
  produces: exportTypes,
})

export const apiUsageLog = z
  .object({
    /** The entry's place in the log: `usage/7:12` is the twelfth entry of project 7. */
    id: z.string().max(60),
    http_method: z.string().max(10),
    endpoint: z.string().max(300),
    status_code: z.int(),
    created_at: field.time,
    project_id: field.id,
    project_name: name,
    environment_name: z.string().max(200).nullable(),
    api_key_name: name,
    variables_count: field.count,
    request_duration_ms: z.number().nonnegative(),
    ip_address: ip,
    /** How many calls this entry counts. Calls beyond a limit share one entry a minute, with the data of the last. */
    calls: field.count,
  })
  .meta({ id: 'ApiUsageLog' })
export type ApiUsageLog = z.output<typeof apiUsageLog>

const usageQuery = z.object({ timeRange, search })

export const listApiUsage = endpoint('GET /activity/api-usage', {
  name: 'listApiUsage',
  summary:
    'List the calls made with API keys of the account’s own projects, newest first. Calls beyond a limit share one entry a minute, with their number.',
  audience: 'session',
  conditional: 'read',
  query: usageQuery.extend({ page, limit: pageSize(activityPageSize) }),
  output: z.object({ logs: z.array(apiUsageLog).max(100), pagination }),
})

export const exportApiUsage = endpoint('GET /activity/api-usage/export', {
  name: 'exportApiUsage',
  summary: 'The same, whole, as a file.',
  audience: 'session',
  query: usageQuery.extend({ format: exportFormat }),
  produces: exportTypes,
})

export const projectActivity = z
  .object({
    id: field.id,
    event_type: z.string().max(60),
    category: z.enum(eventCategories),
    severity: z.enum(['low', 'medium', 'high']),
    description: z.string().max(1_000),
    created_at: field.time,
    ip_address: ip,
    /** Who did it; null for an event without a user. */
    users: z
      .object({ email: z.string().max(limits.emailLength), username: z.string().max(limits.nameLength) })
      .nullable(),
  })
  .meta({ id: 'ProjectActivity' })
export type ProjectActivity = z.output<typeof projectActivity>

const oneProject = z.object({ id: field.pathId })
const projectQuery = z.object({
  timeRange,
  search,
  category: z.enum(projectActivityCategories).default('all'),
})

export const listProjectActivity = endpoint('GET /projects/{id}/activity', {
  name: 'listProjectActivity',
  summary:
    'List the activity of a project, newest first. Collaborators see entries about their environments and the whole project. The category `changes` omits entries about reading alone.',
  audience: 'user',
  permission: 'read_projects',
  conditional: 'read',
  params: oneProject,
  query: projectQuery.extend({ page, limit: pageSize(projectActivityPageSize) }),
  output: z.object({ activities: z.array(projectActivity).max(100), pagination }),
  errors: ['NOT_FOUND'],
})

export const exportProjectActivity = endpoint('GET /projects/{id}/activity/export', {
  name: 'exportProjectActivity',
  summary: 'The same, whole, as a file.',
  audience: 'user',
  permission: 'read_projects',
  params: oneProject,
  query: projectQuery.extend({ format: exportFormat }),
  produces: exportTypes,
  errors: ['NOT_FOUND'],
})
