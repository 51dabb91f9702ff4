import type { Answer, CallOptions } from '@envhold/client/client.ts'
import {
  type ActivityTimeRange,
  type activityFilters,
  listApiUsage,
  type Pagination,
  type projectActivityCategories,
} from '@envhold/contract/activity/activity.ts'
import {
  type ActivityLinePage,
  listActivityLines,
  listProjectActivityLines,
} from '@envhold/contract/activity/activity-lines.ts'
import { type QueryKey, queryOptions } from '@tanstack/react-query'
import type { Api } from '../../connection/api/api.ts'
import { type ActivitySearch, defaultRange } from './activity-search.ts'

/** The filter of both lists, as query parameters. */
export interface ActivityFilter {
  readonly timeRange: ActivityTimeRange
  readonly search?: string
}

export const activityFilter = ({ range, q }: ActivitySearch): ActivityFilter => ({
  timeRange: range ?? defaultRange,
  ...(q && { search: q }),
})

interface LogFilter extends ActivityFilter {
  readonly filter: (typeof activityFilters)[number]
}

export const logFilter = (search: ActivitySearch): LogFilter => ({
  ...activityFilter(search),
  filter: search.filter ?? 'changes',
})

export const apiUsageQuery = (api: Api, wanted: ActivityFilter) => (page: number) =>
  pagedQuery(['activity', 'api-usage', wanted], page, async (page, options) => {
    const answer = await api.ask(listApiUsage, { query: { ...wanted, page } }, options)
    return { ...answer, output: answer.output && pageOf(answer.output) }
  })

const pageOf = <T, P>({ logs, pagination }: { logs: T[]; pagination: P }) => ({ entries: logs, pagination })

export type ProjectActivityCategory = (typeof projectActivityCategories)[number]

export interface ProjectActivityFilter extends ActivityFilter {
  readonly category: ProjectActivityCategory
}

/** Where the pages of a list of lines begin: each is known once the one before has been read. */
export type PageStarts = ReadonlyMap<number, number>

/** A page of lines, and where the next one begins. */
export interface LinePages extends Pick<Pagination, 'total' | 'totalPages'> {
  readonly next: number | null
  readonly found: number | null
  readonly searchedBackTo: string | null
}

export const activityLinesQuery = (api: Api, wanted: LogFilter, starts: PageStarts) => (page: number) =>
  pagedQuery(['activity', 'lines', wanted, starts.get(page)], page, async (page, options) => {
    const query = { ...wanted, ...startOf(starts, page) }
    const answer = await api.ask(listActivityLines, { query }, options)
    return { ...answer, output: answer.output && linesOf(answer.output, page) }
  })

export const projectLinesQuery =
  (api: Api, id: number, filter: ProjectActivityFilter, starts: PageStarts) => (page: number) =>
    pagedQuery(['activity', 'project', id, filter, starts.get(page)], page, async (page, options) => {
      const query = { ...filter, ...startOf(starts, page) }
      const answer = await api.ask(listProjectActivityLines, { params: { id }, query }, options)
      return { ...answer, output: answer.output && linesOf(answer.output, page) }
    })

function startOf(starts: PageStarts, page: number): { readonly before?: number } {
  const before = starts.get(page)
  return before === undefined ? {} : { before }
}

function linesOf({ lines, next, total, found, searched_back_to }: ActivityLinePage, page: number) {
  const pagination: LinePages = {
    total,
    totalPages: next === null ? page : page + 1,
    next,
    found,
    searchedBackTo: searched_back_to,
  }
  return { entries: lines, pagination }
}

/** What a list says about its pages. */
export type Pages = Pick<Pagination, 'total' | 'totalPages'>

/** A page of a list with its ETag. */
export interface CachedPage<T, P extends Pages = Pagination> {
  readonly entries: readonly T[]
  readonly pagination: P
  readonly etag: string | null
  /** Identifies the list; the same for all its pages. */
  readonly list: string
}

interface Read<T, P> {
  readonly entries: readonly T[]
  readonly pagination: P
}

/** A conditional query for one page: a 304 while nothing changed. */
export const pagedQuery = <T, P extends Pages = Pagination>(
  list: QueryKey,
  page: number,
  ask: (page: number, options: CallOptions) => Promise<Answer<Read<T, P>>>,
) =>
  queryOptions({
    queryKey: [...list, page],
    queryFn: async ({ client, queryKey, signal }): Promise<CachedPage<T, P>> => {
      const before = client.getQueryData<CachedPage<T, P>>(queryKey)
      const { output, headers } = await ask(page, {
        signal,
        ...(before?.etag && { ifNoneMatch: before.etag }),
      })
      if (output) return { ...output, etag: headers.get('etag'), list: JSON.stringify(list) }
      if (before) return before
      throw new TypeError('A call without If-None-Match was answered with 304')
    },
  })
