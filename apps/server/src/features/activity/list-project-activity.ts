import type { listProjectActivity as endpoint } from '@envhold/contract/activity.ts'
import type { Call, Reply } from '../../http/route.ts'
import { requireProject } from '../projects/project-access.ts'
import type { ActivityContext, ActivityDeps } from './activity-deps.ts'
import { projectActivityOf, projectView } from './activity-lists.ts'
import { pageResponse } from './page-response.ts'
import { rangeStart } from './pagination.ts'

/** What happened in a project, limited to the environments that the caller sees. */
export async function listProjectActivity(
  ctx: ActivityContext,
  deps: ActivityDeps,
  call: Call<typeof endpoint>,
): Promise<Reply<typeof endpoint>> {
  const { query, caller, params } = call
  const since = rangeStart(query.timeRange, ctx.clock())
  const access = await requireProject(ctx, caller, params.id, 'read')
  const view = projectView(access, query.category)
  const page = await pageResponse(ctx, deps, call, {
    identifiedBy: ['project', caller.userId, view],
    since,
    open: async () => projectActivityOf(ctx, view, since),
  })
  if (!page) return { status: 304 }
  const { entries, pagination, headers } = page
  return { json: { activities: [...entries], pagination }, headers }
}
