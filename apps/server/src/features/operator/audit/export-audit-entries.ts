import {
  type AuditCall,
  type AuditEvent,
  type AuditLog,
  exportAuditEntries as endpoint,
  exportDays,
  maxExportedEntries,
} from '@envhold/contract/operator/audit.ts'
import { invalidField } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { pauseWork } from '../../../db/charged-work.ts'
import { wireTime } from '../../../http/responses/wire-time.ts'
import type { Call } from '../../../http/route.ts'
import { verbWithResult } from '../../../http/verb.ts'
import { daysMs } from '../../../jobs/retention-rule.ts'
import type { InstancePage, WantedPage } from '../../activity/instance-wide/instance-lists.ts'
import {
  asCsv,
  type Columns,
  fieldColumns,
  fileHeaders,
  type WrittenExport,
  writeOut,
} from '../../activity/write-export.ts'
import { actorOf, transact } from '../../audit-log/tx.ts'
import { searchActivity, searchUsage } from './search-audit-log.ts'

type ExportCall = Call<typeof endpoint>

/**
 * Exports what the filters leave, the newest first. The export is recorded before its first byte is written, with the
 * names of the filters alone: what was searched for may be a name that must be erased later.
 */
export const exportAuditEntries = verbWithResult(endpoint, async (ctx, call) => {
  const { query } = call
  const { format, log } = query
  const range = rangeOf(query, ctx.clock())
  const request = { ...query, ...range }
  const stream =
    log === 'activity'
      ? streamOf(ctx, request, eventColumns, await searchActivity(ctx, request))
      : streamOf(ctx, request, callColumns, await searchUsage(ctx, request))
  await recordExport(ctx, call, range)
  const name = `envhold-audit-${log}-${range.from.slice(0, 10)}-to-${range.to.slice(0, 10)}`
  return { headers: fileHeaders(name, format), stream }
})

interface Range {
  readonly from: string
  readonly to: string
}

/** @throws AppError VALIDATION_FAILED */
function rangeOf({ from, to }: ExportCall['query'], now: number): Range {
  const until = to === undefined ? now : Date.parse(to)
  const since = from === undefined ? until - daysMs(exportDays.usual) : Date.parse(from)
  const message =
    since > until ? 'The time range ends before it begins' : `An export covers at most ${exportDays.max} days`
  if (since > until || until - since > daysMs(exportDays.max)) throw invalidField('from', message)
  return { from: wireTime(since), to: wireTime(until) }
}

const filterNames = [
  'user',
  'account',
  'project',
  'key',
  'category',
  'type',
  'severity',
  'status',
  'ip',
] as const
const logNames: Readonly<Record<AuditLog, string>> = { activity: 'activity', usage: 'API usage' }

async function recordExport(ctx: Context, { caller, origin, query }: ExportCall, { from, to }: Range) {
  const names = filterNames.filter((name) => query[name] !== undefined)
  const filtered = names.length === 0 ? 'without a filter' : `filtered by ${names.join(', ')}`
  await transact(ctx, actorOf(caller, origin), async (tx) => {
    const description = `As an operator, exported the ${logNames[query.log]} of the instance from ${from} to ${to} as ${query.format.toUpperCase()}, ${filtered}`
    tx.record({ type: 'activity_exported', severity: 'high', description })
  })
}

const entriesAtOnce = 500
/** Other calls wait while a part is searched. */
const searchedAtOnce = 4_096
const limitReached = `There are more: this file has the newest ${maxExportedEntries.toLocaleString('en')} entries.`

interface Progress {
  isCut: boolean
}

function streamOf<Entry>(
  ctx: Context,
  { format, log, from, to }: ExportCall['query'] & Range,
  columns: Columns<Entry>,
  search: (page: WantedPage) => Promise<InstancePage<Entry>>,
) {
  const progress: Progress = { isCut: false }
  const csv = asCsv(columns)
  // The last record of a file that is cut says so.
  const cutCsv = { ...csv, tail: () => (progress.isCut ? `${limitReached}\r\n` : '') }
  const json: WrittenExport<Entry> = {
    head: `${JSON.stringify({ log, from, to, limit: maxExportedEntries }).slice(0, -1)},"entries":[\n`,
    between: ',\n',
    text: (entries) => entries.map((entry) => JSON.stringify(entry)).join(',\n'),
    tail: () => `\n],"complete":${!progress.isCut}}\n`,
  }
  return writeOut(ctx, allOf(search, progress), format === 'csv' ? cutCsv : json)
}

async function* allOf<Entry>(
  search: (page: WantedPage) => Promise<InstancePage<Entry>>,
  progress: Progress,
): AsyncGenerator<readonly Entry[]> {
  let written = 0
  for (let before: string | undefined; ; ) {
    const left = maxExportedEntries - written
    const { entries, next } = await search({
      before,
      limit: Math.min(entriesAtOnce, left),
      searched: searchedAtOnce,
    })
    written += entries.length
    if (entries.length > 0) yield entries
    if (next === null) return
    if (written === maxExportedEntries) {
      progress.isCut = true
      return
    }
    before = next
    await pauseWork()
  }
}

const eventColumns: Columns<AuditEvent> = {
  ...fieldColumns('id', 'created_at', 'event_type', 'category', 'severity', 'description'),
  user_id: ({ user }) => user?.id ?? null,
  username: ({ user }) => user?.username ?? null,
  user_email: ({ user }) => user?.email ?? null,
  ...fieldColumns('token_id'),
  project_id: ({ project }) => project?.id ?? null,
  project_name: ({ project }) => project?.name ?? null,
  environment_id: ({ environment }) => environment?.id ?? null,
  environment_name: ({ environment }) => environment?.name ?? null,
  ...fieldColumns('ip_address', 'request_id', 'chain', 'position'),
}

const callColumns: Columns<AuditCall> = {
  ...fieldColumns('id', 'created_at', 'http_method', 'endpoint', 'status_code'),
  project_id: ({ project }) => project.id,
  project_name: ({ project }) => project.name,
  environment_id: ({ environment }) => environment?.id ?? null,
  environment_name: ({ environment }) => environment?.name ?? null,
  api_key_id: ({ api_key }) => api_key.id,
  api_key_name: ({ api_key }) => api_key.name,
  ...fieldColumns(
    'variables_count',
    'request_duration_ms',
    'ip_address',
    'request_id',
    'calls',
    'chain',
    'position',
  ),
}
