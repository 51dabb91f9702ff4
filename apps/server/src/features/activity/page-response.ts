import type { Pagination } from '@envhold/contract/activity.ts'
import type { ActivityContext, ActivityDeps } from './activity-deps.ts'
import type { ShownList } from './activity-lists.ts'
import { isKnown, listEtag, listName, readMoment } from './list-etag.ts'
import { countList, readPage } from './paged-list.ts'
import { offsetOf, paginationOf } from './pagination.ts'

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
  /** What the response depends on besides the list's moment: who asks, for what. */
  readonly asked: readonly unknown[]
  /** Unix time in milliseconds. */
  readonly since: number
  readonly open: () => Promise<ShownList<Row, Shown>>
}

/**
 * One page of a list, with its total.
 * @returns null when the caller already has it
 */
export async function pageResponse<Row, Shown>(
  ctx: ActivityContext,
  deps: ActivityDeps,
  call: { readonly query: Asked; readonly ifNoneMatch: string | undefined },
  { asked, since, open }: RequestedList<Row, Shown>,
): Promise<Page<Shown> | null> {
  const { query } = call
  const moment = await readMoment(ctx.db, listName(query, ...asked))
  if (isKnown(call.ifNoneMatch, moment, since)) return null
  const { source, show } = await open()
  const stock = await countList(ctx, source, deps.searches)
  const rows = await readPage(source, stock, { offset: offsetOf(query), limit: query.limit })
  return {
    entries: await show(rows),
    pagination: paginationOf(query, stock.total),
    headers: { etag: listEtag(moment, stock.oldest) },
  }
}
