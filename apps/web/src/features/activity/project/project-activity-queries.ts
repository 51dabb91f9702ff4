import type { ActivityTimeRange, projectActivityCategories } from '@envhold/contract/activity.ts'
import { listProjectActivity } from '@envhold/contract/activity.ts'
import type { Api } from '../../../connection/api/api.ts'
import { pagedQuery } from '../live/paged-query.ts'

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
