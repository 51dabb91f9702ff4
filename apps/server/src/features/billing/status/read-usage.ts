import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type {
  checkLimit as checkEndpoint,
  LimitedAction,
  readSubscriptionUsage as usageEndpoint,
} from '@envhold/contract/subscription.ts'
import type { Context } from '../../../context.ts'
import { limitStatus, planOf, type Resource } from '../../plans/limits.ts'
import { listPeople } from '../../projects/people-store.ts'
import { countOwnedProjects } from '../../projects/project-store.ts'
import { mayAct, type OwnerAct } from '../../projects/rights.ts'
import { readStanding } from '../../projects/standing.ts'
import { readStorage } from '../../projects/storage-store.ts'
import { readWindows, windowKeyText } from '../../usage/rate-window-store.ts'

type Reading = Pick<Context, 'db' | 'engine' | 'secrets' | 'clock'>

async function countOf(ctx: Reading, userId: number, resource: Resource): Promise<number> {
  if (resource === 'projects') return await countOwnedProjects(ctx.db, userId)
  return (await listPeople(ctx.db, userId, ctx.clock())).length
}

/** This month's calls of the keys of all projects that an account owns. */
async function countCalls(ctx: Reading, userId: number): Promise<number> {
  const window = { principal: `owner/${userId}`, window: 'month' } as const
  const held = await readWindows(ctx, [window], ctx.clock())
  return held.get(windowKeyText(window)) ?? 0
}

export async function readUsage(ctx: Reading, userId: number): Promise<OutputOf<typeof usageEndpoint>> {
  const { max_projects, max_collaborators, max_stored_bytes, max_api_calls_per_month } = await planOf(
    ctx,
    userId,
  )
  return {
    usage: {
      current: {
        projects_count: await countOf(ctx, userId, 'projects'),
        collaborators_count: await countOf(ctx, userId, 'collaborators'),
        stored_bytes: (await readStorage(ctx, userId)).usedBytes,
        api_calls_count: await countCalls(ctx, userId),
      },
      limits: {
        max_projects,
        max_collaborators,
        max_stored_bytes,
        max_api_calls_per_month,
      },
    },
  }
}

const resources: Record<LimitedAction, Resource> = {
  create_project: 'projects',
  invite_collaborator: 'collaborators',
}

/** What one more of them takes. */
const acts: Record<Resource, OwnerAct> = { projects: 'create project', collaborators: 'widen' }

/** Whether the plan has room for one more. */
export async function checkLimit(
  ctx: Reading,
  userId: number,
  { action, resourceCount }: { readonly action: LimitedAction; readonly resourceCount?: number | undefined },
): Promise<OutputOf<typeof checkEndpoint>> {
  const resource = resources[action]
  const count = resourceCount ?? (await countOf(ctx, userId, resource))
  const hasRoom = !limitStatus(await planOf(ctx, userId), resource, count).atLimit
  // A given count is only compared with the plan.
  if (resourceCount !== undefined || !hasRoom) return { allowed: hasRoom }
  return { allowed: mayAct(await readStanding(ctx, userId), acts[resource]) }
}
