import type { listProjectActivity as endpoint } from '@envhold/contract/activity.ts'
import type { Call, Reply } from '../../http/route.ts'
import { projectActivityOf, projectView } from './activity-lists.ts'
import type { ActivityContext, ActivityLists } from './activity-parts.ts'
import { answerPage } from './answer-page.ts'
import { rangeStart } from './list-window.ts'

/** What happened in a project, as far as the caller sees its environments. */
export async function listProjectActivity(
  ctx: ActivityContext,
  parts: ActivityLists,
  call: Call<typeof endpoint>,
): Promise<Reply<typeof endpoint>> {
  const { query, caller, params } = call
  const since = rangeStart(query.timeRange, ctx.clock())
  const access = await parts.projectFor(ctx.db, caller, params.id)
  const view = projectView(access, query.category)
  const page = await answerPage(ctx, parts, call, ['project', caller.userId, view], since, async () =>
    projectActivityOf(ctx, parts, view, since),
  )
  if (!page) return { status: 304 }
  const { entries, pagination, headers } = page
  return { json: { activities: [...entries], pagination }, headers }
}
