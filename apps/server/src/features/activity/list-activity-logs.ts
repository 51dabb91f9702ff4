import type { listActivityLogs as endpoint } from '@envhold/contract/activity.ts'
import type { Call, Reply } from '../../http/route.ts'
import type { ActivityContext, ActivityDeps } from './activity-deps.ts'
import { activityLogsOf } from './activity-lists.ts'
import { pageResponse } from './page-response.ts'
import { rangeStart } from './pagination.ts'

/** What the caller did, and what happened in the caller's projects. */
export async function listActivityLogs(
  ctx: ActivityContext,
  deps: ActivityDeps,
  call: Call<typeof endpoint>,
): Promise<Reply<typeof endpoint>> {
  const { query, caller } = call
  const since = rangeStart(query.timeRange, ctx.clock())
  const page = await pageResponse(ctx, deps, call, {
    identifiedBy: ['logs', caller.userId],
    since,
    open: () => activityLogsOf(ctx, caller.userId, { ...query, since }),
  })
  if (!page) return { status: 304 }
  const { entries, pagination, headers } = page
  return { json: { logs: [...entries], pagination }, headers }
}
