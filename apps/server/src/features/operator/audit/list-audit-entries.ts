import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { listAuditEntries as endpoint } from '@envhold/contract/operator/audit.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { wireTimeOrNull } from '../../../http/wire-time.ts'
import { searchActivity, searchUsage } from './search-audit-log.ts'

export async function listAuditEntries(
  ctx: Pick<Context, 'db' | 'engine'>,
  { query }: Pick<Call<typeof endpoint>, 'query'>,
): Promise<OutputOf<typeof endpoint>> {
  const events = query.log === 'activity' ? await (await searchActivity(ctx, query))(query) : undefined
  const calls = query.log === 'usage' ? await (await searchUsage(ctx, query))(query) : undefined
  const { next = null, searchedTo = null } = events ?? calls ?? {}
  return {
    events: [...(events?.entries ?? [])],
    calls: [...(calls?.entries ?? [])],
    next,
    searched_to: wireTimeOrNull(searchedTo),
  }
}
