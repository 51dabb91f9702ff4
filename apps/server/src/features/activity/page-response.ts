import type { Pagination } from '@envhold/contract/activity.ts'
import type { ActivityContext, ActivityDeps } from './activity-deps.ts'
import { isKnown, listEtag, listName, readMoment } from './list-etag.ts'
import { offsetOf, paginationOf } from './pagination.ts'
import type { ShownList } from './shown-list.ts'

interface Asked {
  readonly page: number
  readonly limit: number
}

interface Page<Shown> {
  readonly entries: readonly Shown[]
  readonly pagination: Pagination
  readonly headers: Record<string, string>
}

interface RequestedList<Row, Shown> {
  /** Everything besides the list's moment that determines the response: the caller and the query. */
  readonly identifiedBy: readonly unknown[]
  /** Unix time in milliseconds. */
  readonly since: number
  /** The account whose projects' calls the list contains; none for a list of activity. */
  readonly usageOf?: number
  readonly open: () => Promise<ShownList<Row, Shown>>
}

/**
 * One page of a list, with the total count.
 * @returns null when the caller already has it
 */
export async function pageResponse<Row, Shown>(
  ctx: ActivityContext,
  deps: ActivityDeps,
  call: { readonly query: Asked; readonly ifNoneMatch: string | undefined },
  { identifiedBy, since, usageOf, open }: RequestedList<Row, Shown>,
): Promise<Page<Shown> | null> {
  const { query } = call
  const moment = await readMoment(ctx.db, listName(query, ...identifiedBy), usageOf)
  if (isKnown(call.ifNoneMatch, moment, since)) return null
  const { count, show } = await open()
  const counted = await count(deps.memory)
  const rows = await counted.page({ offset: offsetOf(query), limit: query.limit })
  return {
    entries: await show(rows),
    pagination: paginationOf(query, counted.total),
    headers: { etag: listEtag(moment, counted.oldest) },
  }
}
