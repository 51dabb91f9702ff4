/** Both audit logs of the whole instance, and whether their chains are whole. */
import { z } from 'zod'
import { type EventType, eventCategories, eventTypes } from '../activity/event-types.ts'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'
import { jobAnswer, jobSummary, verifyingKinds } from './jobs.ts'
import { operatorEndpoint } from './operator-calls.ts'

export const auditLogs = ['activity', 'usage'] as const
export type AuditLog = (typeof auditLogs)[number]
export const severities = ['low', 'medium', 'high'] as const
/** The first digit of a call's status. */
export const statusGroups = ['2xx', '3xx', '4xx', '5xx'] as const
const auditPageSize = 50
/** The most entries of an export. */
export const maxExportedEntries = 100_000
/** The longest time that an export covers, and the time that it covers if none is given. */
export const exportDays = { max: 366, usual: 30 } as const

const eventNames = Object.keys(eventTypes) as [EventType, ...EventType[]]
const name = z.string().max(limits.nameLength)
const number = z.coerce.number<string | number>()

/** Each filter belongs to the logs that have its field. */
const filters = {
  log: z.enum(auditLogs).default('activity'),
  from: field.time.optional(),
  to: field.time.optional(),
  /** The id of a project, or its whole name; case-insensitive. */
  project: field.text(limits.nameLength).optional(),
  ip: field.text(64).optional(),
  /** Of activity: the id, the username or the e-mail address of the account that acted. */
  user: field.text(limits.emailLength).optional(),
  /** Of activity: the id, the username or the e-mail address of the account on which operators acted. */
  account: field.text(limits.emailLength).optional(),
  category: z.enum(eventCategories).optional(),
  type: z.enum(eventNames).optional(),
  severity: z.enum(severities).optional(),
  /** Of usage: the id of an API key, or its whole name; case-insensitive. */
  key: field.text(limits.nameLength).optional(),
  status: z.enum(statusGroups).optional(),
}

/** The filters that only one log has. */
export const filtersOf = {
  activity: ['user', 'account', 'category', 'type', 'severity'],
  usage: ['key', 'status'],
} as const satisfies Record<AuditLog, readonly (keyof typeof filters)[]>

const ip = z.string().max(64).nullable()
/** Something that an entry names by its id. The name is null when it was deleted. */
const named = z.object({ id: field.id, name: name.nullable() })

const auditEvent = z
  .object({
    /** Its number among all entries of activity. */
    id: field.id,
    event_type: z.string().max(60),
    category: z.enum(eventCategories),
    severity: z.enum(severities),
    /** The name of the event where the stored text may contain names of variables. */
    description: z.string().max(1_000),
    created_at: field.time,
    /** Both names are null when the account was deleted. */
    user: z
      .object({
        id: field.id,
        username: name.nullable(),
        email: z.string().max(limits.emailLength).nullable(),
      })
      .nullable(),
    token_id: z.string().max(64).nullable(),
    project: named.nullable(),
    environment: named.nullable(),
    ip_address: ip,
    request_id: z.string().max(64).nullable(),
    chain: z.string().max(60),
    /** Its number in this chain. */
    position: field.count,
  })
  .meta({ id: 'AuditEvent' })
export type AuditEvent = z.output<typeof auditEvent>

const auditCall = z
  .object({
    /** `usage/7:12` is the twelfth entry of project 7. */
    id: z.string().max(60),
    http_method: z.string().max(10),
    /** The path, with the name of the environment if it exists. */
    endpoint: z.string().max(300),
    status_code: z.int(),
    created_at: field.time,
    project: named,
    environment: named.nullable(),
    api_key: z.object({ id: field.tokenId, name: name.nullable() }),
    variables_count: field.count,
    request_duration_ms: z.number().nonnegative(),
    ip_address: ip,
    request_id: z.string().max(64),
    /** How many calls this entry counts: calls beyond a limit share one a minute. */
    calls: field.count,
    chain: z.string().max(60),
    position: field.count,
  })
  .meta({ id: 'AuditCall' })
export type AuditCall = z.output<typeof auditCall>

export const listAuditEntries = operatorEndpoint('GET /admin/audit', {
  name: 'listAuditEntries',
  summary:
    'List the entries of an audit log of the whole instance, newest first. A filter that leaves few entries is searched part by part.',
  query: z.object({
    ...filters,
    limit: number.int().positive().max(100).default(auditPageSize),
    /** `next` of the page before. */
    before: z
      .string()
      .regex(/^\d{1,16}(\.\d{1,16}\.\d{1,16})?$/)
      .optional(),
  }),
  output: z.object({
    /** One of the two is empty: that of the other log. */
    events: z.array(auditEvent).max(100),
    calls: z.array(auditCall).max(100),
    /** Where the next page begins; null: nothing older matches. */
    next: z.string().max(60).nullable(),
    /** How far the log was searched when the page is not full, and there is more to search. */
    searched_to: field.time.nullable(),
  }),
})

export const exportAuditEntries = operatorEndpoint('GET /admin/audit/export', {
  name: 'exportAuditEntries',
  summary:
    'The same as a file, of the last 30 days unless a time is given: at most 366 days, and the newest 100,000 entries. The operator’s activity records the export.',
  query: z.object({ ...filters, format: z.enum(['csv', 'json']).default('csv') }),
  produces: ['text/csv; charset=utf-8', 'application/json'],
})

export const readAuditStatus = operatorEndpoint('GET /admin/audit/status', {
  name: 'readAuditStatus',
  summary: 'Read how long the audit chains are, their newest root, and how they were verified last.',
  output: z.object({
    activity: z.object({ chains: field.count, entries: field.count, newest_at: field.time.nullable() }),
    /** Entries that were trimmed because of their age are left out. */
    usage: z.object({ chains: field.count, entries: field.count, newest_at: field.time.nullable() }),
    /** The newest root over the ends of all chains; one is written every hour. */
    root: z.object({ number: field.count, chains: field.count, created_at: field.time }).nullable(),
    /** Deleted accounts that are not erased from the activity yet. */
    erasures_pending: field.count,
    /** The newest job that verifies; null if none ran within 90 days. */
    verification: jobSummary.nullable(),
  }),
})
export type AuditStatus = z.output<typeof readAuditStatus.output>

export const verifyAudit = operatorEndpoint('POST /admin/audit/verify', {
  name: 'verifyAudit',
  summary:
    'Verify the chains of a log, or of both, and the roots over them, as `envhold-server audit verify` does. It runs as a job.',
  body: z.strictObject({ kind: z.enum(verifyingKinds) }),
  output: jobAnswer,
  errors: ['CONFLICT'],
})
