import type { Answer, CallOptions } from '@envhold/client/client.ts'
import {
  type ActivityTimeRange,
  type activityFilters,
  listActivityLogs,
  listApiUsage,
  listProjectActivity,
  type Pagination,
  type projectActivityCategories,
} from '@envhold/contract/activity/activity.ts'
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

export const activityLogsQuery = (api: Api, filter: LogFilter) => (page: number) =>
  pagedQuery(['activity', 'logs', filter], page, async (page, options) => {
    const answer = await api.ask(listActivityLogs, { query: { ...filter, page } }, options)
    return { ...answer, output: answer.output && pageOf(answer.output) }
  })

export const apiUsageQuery = (api: Api, filter: ActivityFilter) => (page: number) =>
  pagedQuery(['activity', 'api-usage', filter], page, async (page, options) => {
    const answer = await api.ask(listApiUsage, { query: { ...filter, page } }, options)
    return { ...answer, output: answer.output && pageOf(answer.output) }
  })

const pageOf = <T, P>({ logs, pagination }: { logs: T[]; pagination: P }) => ({ entries: logs, pagination })

export type ProjectActivityCategory = (typeof projectActivityCategories)[number]

interface ProjectActivityFilter {
  readonly timeRange: ActivityTimeRange
  readonly category: ProjectActivityCategory
}

export const projectActivityQuery = (api: Api, id: number, filter: ProjectActivityFilter) => (page: number) =>
  pagedQuery(['activity', 'project', id, filter], page, async (page, options) => {
    const answer = await api.ask(listProjectActivity, { params: { id }, query: { ...filter, page } }, options)
    const { activities, pagination } = answer.output ?? {}
    return { ...answer, output: activities && pagination ? { entries: activities, pagination } : null }
  })

/** A page of a list with its ETag. */
export interface CachedPage<T> {
  readonly entries: readonly T[]
  readonly pagination: Pagination
  readonly etag: string | null
  /** Identifies the list; the same for all its pages. */
  readonly list: string
}

interface Read<T> {
  readonly entries: readonly T[]
  readonly pagination: Pagination
}

/** A conditional query for one page: a 304 while nothing changed. */
export const pagedQuery = <T>(
  list: QueryKey,
  page: number,
  ask: (page: number, options: CallOptions) => Promise<Answer<Read<T>>>,
) =>
  queryOptions({
    queryKey: [...list, page],
    queryFn: async ({ client, queryKey, signal }): Promise<CachedPage<T>> => {
      const before = client.getQueryData<CachedPage<T>>(queryKey)
      const { output, headers } = await ask(page, {
        signal,
        ...(before?.etag && { ifNoneMatch: before.etag }),
      })
      if (output) return { ...output, etag: headers.get('etag'), list: JSON.stringify(list) }
      if (before) return before
      throw new TypeError('A call without If-None-Match was answered with 304')
    },
  })
