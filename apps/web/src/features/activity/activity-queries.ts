import {
  type ActivityTimeRange,
  type activityFilters,
  listActivityLogs,
  listApiUsage,
  listProjectActivity,
  type projectActivityCategories,
} from '@envhold/contract/activity/activity.ts'
import type { Api } from '../../connection/api/api.ts'
import { type ActivitySearch, defaultRange } from './activity-search.ts'
import { pagedQuery } from './live/paged-query.ts'

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

export const activityLogsQuery = (api: Api, wanted: LogFilter) => (page: number) =>
  pagedQuery(['activity', 'logs', wanted], page, async (page, options) => {
    const answer = await api.ask(listActivityLogs, { query: { ...wanted, page } }, options)
    return { ...answer, output: answer.output && pageOf(answer.output) }
  })

export const apiUsageQuery = (api: Api, wanted: ActivityFilter) => (page: number) =>
  pagedQuery(['activity', 'api-usage', wanted], page, async (page, options) => {
    const answer = await api.ask(listApiUsage, { query: { ...wanted, page } }, options)
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
