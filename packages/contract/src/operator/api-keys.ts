/** Every API key of the instance: operators see what it may do and how it is used, and can deactivate it. */
import { z } from 'zod'
import { usageTimeRanges } from '../api-keys.ts'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'
import { maxReasonLength } from './operator-actions.ts'
import { operatorEndpoint } from './operator-calls.ts'
import { pageQuery, pagination } from './paging.ts'

const keyId = z.object({ id: field.tokenId })

export const keyStatuses = ['active', 'inactive', 'expired'] as const
export const keySortColumns = ['created_at', 'key_name', 'updated_at'] as const
const keysOfPage = 20

const name = z.string().max(limits.nameLength)
/** Without an id, and with empty names, if the account was deleted. */
const person = z.object({
  id: field.id.nullable(),
  username: name,
  email: z.string().max(limits.emailLength),
})

const listedKey = z
  .object({
    id: field.tokenId,
    key_name: name,
    is_active: z.boolean(),
    /** When an operator deactivated the key, and why. */
    deactivated_at: field.time.nullable(),
    deactivated_reason: z.string().max(limits.descriptionLength).nullable(),
    expires_at: field.time.nullable(),
    created_at: field.time,
    updated_at: field.time,
    /** −1 means unlimited. */
    rate_limit_per_hour: z.int().min(-1),
    permissions: z.array(name).max(20),
    allowed_ips: z.array(z.string().max(64)).max(limits.allowedIps),
    /** The project, and its owner. */
    projects: z.object({ id: field.id, name, users: person }),
    creator: person,
  })
  .meta({ id: 'OperatorApiKey' })
export type ListedApiKey = z.output<typeof listedKey>

export const listEveryApiKey = operatorEndpoint('GET /admin/api-keys', {
  name: 'listEveryApiKey',
  summary:
    'List the API keys of all projects. They are searched by the id of the key, and by its name, its project’s and its owner’s.',
  query: z.object({
    ...pageQuery(keysOfPage),
    /** An active key whose expiry has passed is expired, not active. */
    status: z.enum(keyStatuses).optional(),
    search: field.text(200).optional(),
    sortBy: z.enum(keySortColumns).default('created_at'),
    sortOrder: z.enum(['asc', 'desc']).default('desc'),
  }),
  output: z.object({ api_keys: z.array(listedKey).max(100), pagination }),
})

/** How many calls ended with each status, and how long they took on average. */
const statusCounts = z
  .array(
    z.object({ status_code: z.int(), count: field.count, request_duration_ms: z.number().nonnegative() }),
  )
  .max(100)

export const readApiKeyStatistics = operatorEndpoint('GET /admin/api-keys/stats', {
  name: 'readApiKeyStatistics',
  summary: 'Read how many API keys there are, and how all projects used them in a time range.',
  query: z.object({ timeRange: z.enum(usageTimeRanges).default('30d') }),
  output: z.object({
    overview: z.object({
      total_api_keys: field.count,
      active_api_keys: field.count,
      expired_api_keys: field.count,
      total_requests: field.count,
      success_requests: field.count,
      error_requests: field.count,
      /** In percent, of requests with a status below 400. */
      success_rate: z.number().min(0).max(100),
    }),
    /** Calls count from here on: the range begins with a full hour. */
    since: field.time,
    top_projects: z
      .array(
        z.object({
          project_id: field.id,
          project_name: name,
          owner: z.object({ username: name }).nullable(),
          count: field.count,
        }),
      )
      .max(5),
    /** The latest 7 days of UTC, the oldest first, whatever the range. */
    daily_usage: z
      .array(z.object({ date: z.iso.date(), requests: field.count, unique_keys: field.count }))
      .max(7),
    /** Calls of the hours of today that have ended (UTC), and of the same hours of the day before. */
    same_hours: z.object({ today: field.count, yesterday: field.count }),
    status_breakdown: statusCounts,
  }),
})

export const recentCalls = 50

const recentCall = z.object({
  id: z.string().max(60),
  /** The path, with the name of the environment if it exists. It never contains the name of a variable. */
  endpoint: z.string().max(300),
  status_code: z.int(),
  variables_count: field.count,
  request_duration_ms: z.number().nonnegative(),
  ip_address: z.string().max(64).nullable(),
  created_at: field.time,
  /** How many calls this entry counts: calls beyond a limit share one a minute. */
  calls: field.count,
})
export type RecentCall = z.output<typeof recentCall>

export const readApiKeyDetail = operatorEndpoint('GET /admin/api-keys/{id}', {
  name: 'readApiKeyDetail',
  summary:
    'Read an API key, its newest calls and what they came to in 30 days. The activity of its project records that an operator looked at it, once an hour.',
  params: keyId,
  output: z.object({
    api_key: listedKey,
    recent_usage: z.array(recentCall).max(recentCalls),
    usage_stats_30d: statusCounts,
  }),
  errors: ['NOT_FOUND'],
})

export const deactivateApiKey = operatorEndpoint('POST /admin/api-keys/{id}/deactivate', {
  name: 'deactivateApiKey',
  summary:
    'Permanently deactivate an API key: its calls are rejected from now on. Its owner is mailed the reason, and cannot activate it again.',
  params: keyId,
  body: z.object({
    /** The owner of the project and the creator of the key read it. */
    reason: field.requiredText(maxReasonLength, 'Please provide a reason for deactivation'),
  }),
  output: field.message,
  errors: ['NOT_FOUND', 'CONFLICT'],
})
