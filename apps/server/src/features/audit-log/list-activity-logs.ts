import type { listActivityLogs as endpoint } from '@envhold/contract/activity.ts'
import type { Call, Reply } from '../../http/route.ts'
import { activityLogsOf } from './activity-lists.ts'
import type { ActivityContext, ActivityLists } from './activity-parts.ts'
import { answerPage } from './answer-page.ts'
import { rangeStart } from './list-window.ts'

/** What the caller did, and what happened in the caller's projects. */
export async function listActivityLogs(
  ctx: ActivityContext,
  parts: ActivityLists,
  call: Call<typeof endpoint>,
): Promise<Reply<typeof endpoint>> {
  const { query, caller } = call
  const since = rangeStart(query.timeRange, ctx.clock())
  const page = await answerPage(ctx, parts, call, ['logs', caller.userId], since, () =>
    activityLogsOf(ctx, parts, caller.userId, { ...query, since }),
  )
  if (!page) return { status: 304 }
  const { entries, pagination, headers } = page
  return { json: { logs: [...entries], pagination }, headers }
}
