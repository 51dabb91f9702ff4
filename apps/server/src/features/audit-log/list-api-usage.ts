import type { listApiUsage as endpoint } from '@envhold/contract/activity.ts'
import type { Call, Reply } from '../../http/route.ts'
import { apiUsageOf } from './activity-lists.ts'
import type { ActivityContext, ActivityLists } from './activity-parts.ts'
import { answerPage } from './answer-page.ts'
import { rangeStart } from './list-window.ts'

/** The calls made with the keys of the caller's projects. */
export async function listApiUsage(
  ctx: ActivityContext,
  parts: ActivityLists,
  call: Call<typeof endpoint>,
): Promise<Reply<typeof endpoint>> {
  const { query, caller } = call
  const since = rangeStart(query.timeRange, ctx.clock())
  const page = await answerPage(ctx, parts, call, ['usage', caller.userId], since, () =>
    apiUsageOf(ctx, parts, caller.userId, { ...query, since }),
  )
  if (!page) return { status: 304 }
  const { entries, pagination, headers } = page
  return { json: { logs: [...entries], pagination }, headers }
}
