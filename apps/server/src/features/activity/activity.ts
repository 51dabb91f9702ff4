/** Activity: what users read of both logs, their own and their projects'. */
import * as contract from '@envhold/contract/activity/activity.ts'
import { verbWithReply } from '../../http/verb.ts'
import { requireProject } from '../projects/project-access.ts'
import { activityLogsOf, projectActivityOf, projectView } from './activity-lists.ts'
import type { ActivityWorld } from './activity-world.ts'
import { apiUsageOf } from './api-usage-list.ts'
import { pageResponse } from './page-response.ts'
import { rangeStart } from './pagination.ts'

/** What the caller did, and what happened in the caller's projects. */
export const listActivityLogs = verbWithReply(
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
export const listApiUsage = verbWithReply(contract.listApiUsage, async (world: ActivityWorld, call) => {
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
export const listProjectActivity = verbWithReply(
  contract.listProjectActivity,
  async (world: ActivityWorld, call) => {
    const { query, caller, params } = call
    const since = rangeStart(query.timeRange, world.clock())
    const access = await requireProject(world, caller, params.id, 'read')
    const view = projectView(access, query.category)
    const page = await pageResponse(world, call, {
      identifiedBy: ['project', caller.userId, view],
      since,
      open: async () => projectActivityOf(world, view, since),
    })
    if (!page) return { status: 304 }
    const { entries, pagination, headers } = page
    return { json: { activities: [...entries], pagination }, headers }
  },
)
