import type { listApiUsage as endpoint } from '@envhold/contract/activity.ts'
import type { Call, Reply } from '../../http/route.ts'
import type { ActivityContext, ActivityDeps } from './activity-deps.ts'
import { apiUsageOf } from './api-usage-list.ts'
import { pageResponse } from './page-response.ts'
import { rangeStart } from './pagination.ts'

/** The calls made with the API keys of the caller's projects. */
export async function listApiUsage(
  ctx: ActivityContext,
  deps: ActivityDeps,
  call: Call<typeof endpoint>,
): Promise<Reply<typeof endpoint>> {
  const { query, caller } = call
  const since = rangeStart(query.timeRange, ctx.clock())
  const page = await pageResponse(ctx, deps, call, {
    identifiedBy: ['usage', caller.userId],
    since,
    usageOf: caller.userId,
    open: () => apiUsageOf(ctx, caller.userId, { ...query, since }),
  })
  if (!page) return { status: 304 }
  const { entries, pagination, headers } = page
  return { json: { logs: [...entries], pagination }, headers }
}
