/** Activity: what users read of both logs, their own and their projects'. */

import type { Pagination } from '@envhold/contract/activity/activity.ts'
import * as contract from '@envhold/contract/activity/activity.ts'
import { verbWithResult } from '../../http/verb.ts'
import { requireProject } from '../projects/project-access.ts'
import { activityLogsOf, apiUsageOf, projectActivityOf, projectView } from './activity-lists.ts'
import type { ActivityWorld, ShownList } from './activity-world.ts'
import { isKnown, listEtag, listName, readMoment } from './list-moment.ts'
import { offsetOf, type PageRequest, paginationOf, rangeStart } from './pagination.ts'

/** What the caller did, and what happened in the caller's projects. */
export const listActivityLogs = verbWithResult(
  contract.listActivityLogs,
  async (world: ActivityWorld, call) => {
    const { query, caller } = call
    const since = rangeStart(query.timeRange, world.clock())
    const page = await pageResponse(world, call, {
      identifiedBy: ['logs', caller.userId],
      since,
      open: () => activityLogsOf(world, caller.userId, { ...query, since }),
    })
    if (!page) return { status: 304 }
    const { entries, pagination, headers } = page
    return { json: { logs: [...entries], pagination }, headers }
  },
)

/** The calls made with the API keys of the caller's projects. */
export const listApiUsage = verbWithResult(contract.listApiUsage, async (world: ActivityWorld, call) => {
  const { query, caller } = call
  const since = rangeStart(query.timeRange, world.clock())
  const page = await pageResponse(world, call, {
    identifiedBy: ['usage', caller.userId],
    since,
    usageOf: caller.userId,
    open: () => apiUsageOf(world, caller.userId, { ...query, since }),
  })
  if (!page) return { status: 304 }
  const { entries, pagination, headers } = page
  return { json: { logs: [...entries], pagination }, headers }
})

/** What happened in a project, limited to the environments that the caller sees. */
export const listProjectActivity = verbWithResult(
  contract.listProjectActivity,
  async (world: ActivityWorld, call) => {
    const { query, caller, params } = call
    const since = rangeStart(query.timeRange, world.clock())
    const access = await requireProject(world, caller, params.id, 'read')
    const view = projectView(access, query.category)
    const page = await pageResponse(world, call, {
      identifiedBy: ['project', caller.userId, view],
      since,
      open: () => projectActivityOf(world, view, { ...query, since }),
    })
    if (!page) return { status: 304 }
    const { entries, pagination, headers } = page
    return { json: { activities: [...entries], pagination }, headers }
  },
)

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
async function pageResponse<Row, Shown>(
  world: ActivityWorld,
  call: { readonly query: PageRequest; readonly ifNoneMatch: string | undefined },
  { identifiedBy, since, usageOf, open }: RequestedList<Row, Shown>,
): Promise<Page<Shown> | null> {
  const { query } = call
  const moment = await readMoment(world.db, listName(query, ...identifiedBy), usageOf)
  if (isKnown(call.ifNoneMatch, moment, since)) return null
  const { count, show } = await open()
  const counted = await count(world.memory)
  const rows = await counted.page({ offset: offsetOf(query), limit: query.limit })
  return {
    entries: await show(rows),
    pagination: paginationOf(query, counted.total),
    headers: { etag: listEtag(moment, counted.oldest) },
  }
}
