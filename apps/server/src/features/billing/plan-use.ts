/** How much an account uses of what a plan limits. */
import { type Plan, unlimited } from '@envhold/contract/billing/plans.ts'
import type { DbContext } from '../../context.ts'
import type { Resource } from '../plans/limits.ts'
import { listCountedCollaborators } from '../projects/compliance-state-store.ts'
import { countOwnedProjects } from '../projects/project-store.ts'
import { readStorage } from '../projects/storage-store.ts'
import { ownerPrincipal } from '../usage/call-month-store.ts'
import { readWindows, windowKeyText } from '../usage/rate-window-store.ts'

type UseContext = DbContext<'engine' | 'secrets' | 'clock'>

export async function countOf(ctx: UseContext, userId: number, resource: Resource): Promise<number> {
  if (resource === 'projects') return await countOwnedProjects(ctx.db, userId)
  return (await listCountedCollaborators(ctx.db, userId, ctx.clock())).length
}

type CallLimit = Pick<Plan, 'max_api_calls_per_month'>

/** This month's calls of the keys of all projects that an account owns; null on a plan that does not limit them. */
export async function countCalls(
  ctx: UseContext,
  userId: number,
  { max_api_calls_per_month: max }: CallLimit,
): Promise<number | null> {
  if (max === unlimited) return null
  const window = { principal: ownerPrincipal(userId), window: 'month' } as const
  const counts = await readWindows(ctx, [window], ctx.clock())
  return counts.get(windowKeyText(window)) ?? 0
}

export const readPlanUse = async (ctx: UseContext, userId: number, plan: CallLimit) => ({
  projects_count: await countOf(ctx, userId, 'projects'),
  collaborators_count: await countOf(ctx, userId, 'collaborators'),
  stored_bytes: (await readStorage(ctx, userId)).usedBytes,
  api_calls_count: await countCalls(ctx, userId, plan),
})
