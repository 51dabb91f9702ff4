import type { QueryOf } from '@envhold/contract/endpoint.ts'
import {
  type AuditCall,
  type AuditEvent,
  type AuditLog,
  auditLogs,
  type exportAuditEntries,
  filtersOf,
} from '@envhold/contract/operator/audit.ts'
import { AppError } from '../../../app-error.ts'
import type { DbContext } from '../../../context.ts'
import {
  type InstancePage,
  listActivityOfInstance,
  listUsageOfInstance,
  type WantedPage,
} from '../../activity/instance-wide/instance-lists.ts'
import { findKeys, findProjectIds, findUserIds } from '../../activity/instance-wide/instance-store.ts'
import { showActivity, showUsage } from '../../activity/instance-wide/show-entries.ts'
import { beginningsOfActsOn } from '../users/operator-action-store.ts'

/** The filters of both calls, as the server reads them. */
type AuditFilters = Omit<Required<QueryOf<typeof exportAuditEntries>>, 'format'>
type SearchFilter = { readonly [Name in keyof AuditFilters]?: AuditFilters[Name] | undefined } & {
  readonly log: AuditLog
}

const timeOf = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text))

/** @throws AppError VALIDATION_FAILED for a filter of the other log */
export async function searchActivity(ctx: DbContext<'engine'>, search: SearchFilter) {
  requireOwnFilters(search)
  const { user, account, project, category, type, severity, ip } = search
  const filter = {
    ...{ category, type, severity, ip },
    beginnings:
      account === undefined ? undefined : (await findUserIds(ctx.db, account)).flatMap(beginningsOfActsOn),
    from: timeOf(search.from),
    until: timeOf(search.to),
    userIds: user === undefined ? undefined : await findUserIds(ctx.db, user),
    projectIds: project === undefined ? undefined : await findProjectIds(ctx.db, project),
  }
  return async (request: WantedPage): Promise<InstancePage<AuditEvent>> => {
    const page = await listActivityOfInstance(ctx, filter, request)
    return { ...page, entries: await showActivity(ctx.db, page.entries) }
  }
}

/** @throws AppError VALIDATION_FAILED for a filter of the other log */
export async function searchUsage(ctx: DbContext<'engine'>, search: SearchFilter) {
  requireOwnFilters(search)
  const { project, key, status, ip } = search
  const keys = key === undefined ? undefined : await findKeys(ctx.db, key)
  const projects = project === undefined ? undefined : await findProjectIds(ctx.db, project)
  const ofKeys = keys && [...new Set(keys.map(({ projectId }) => projectId))]
  const filter = {
    ip,
    from: timeOf(search.from),
    until: timeOf(search.to),
    projectIds: projects && ofKeys ? projects.filter((id) => ofKeys.includes(id)) : (projects ?? ofKeys),
    keyIds: keys?.map(({ id }) => id),
    statusGroup: status === undefined ? undefined : Number(status[0]),
  }
  return async (request: WantedPage): Promise<InstancePage<AuditCall>> => {
    const page = await listUsageOfInstance(ctx, filter, request)
    return { ...page, entries: await showUsage(ctx.db, page.entries) }
  }
}

function requireOwnFilters(filter: SearchFilter): void {
  const foreign = auditLogs
    .filter((log) => log !== filter.log)
    .flatMap((log) => filtersOf[log])
    .filter((name) => filter[name] !== undefined)
  if (foreign.length === 0) return
  const message = `This filter is not one of the ${filter.log} log`
  throw new AppError('VALIDATION_FAILED', { message, details: foreign.map((path) => ({ path, message })) })
}
