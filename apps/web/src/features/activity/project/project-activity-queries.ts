import type { ActivityTimeRange, projectActivityCategories } from '@envhold/contract/activity.ts'
import { listProjectActivity } from '@envhold/contract/activity.ts'
import type { Api } from '../../../connection/api.ts'
import { pagedQuery } from '../live/paged-query.ts'

export type ProjectActivityCategory = (typeof projectActivityCategories)[number]

interface Wanted {
  readonly timeRange: ActivityTimeRange
  readonly category: ProjectActivityCategory
}

export const projectActivityQuery = (api: Api, id: number, wanted: Wanted) => (page: number) =>
  pagedQuery(['activity', 'project', id, wanted], page, async (page, options) => {
    const answer = await api.ask(listProjectActivity, { params: { id }, query: { ...wanted, page } }, options)
    const { activities, pagination } = answer.output ?? {}
    return { ...answer, output: activities && pagination ? { entries: activities, pagination } : null }
  })
