import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { formatBytes } from '@envhold/contract/format-bytes.ts'
import { storageLine } from '@envhold/contract/plan-lines.ts'
import { freePlan, recommendedPlan, unlimited } from '@envhold/contract/plans.ts'
import type {
  readSubscriptionStatus as endpoint,
  LimitStatus,
} from '@envhold/contract/subscription-status.ts'
import type { Context } from '../../../context.ts'
import { type Limits, limitStatus, planOf, type Resource } from '../../plans/limits.ts'
import { findPlan } from '../../plans/plan-store.ts'
import { listPeople } from '../../projects/people-store.ts'
import { countOwnedProjects } from '../../projects/project-store.ts'
import { readStorage } from '../../projects/storage-store.ts'

export async function readSubscriptionStatus(
  ctx: Pick<Context, 'db' | 'secrets' | 'clock'>,
  userId: number,
): Promise<OutputOf<typeof endpoint>> {
  const plan = await planOf(ctx, userId)
  const people = await listPeople(ctx.db, userId, ctx.clock())
  const projects = limitStatus(plan, 'projects', await countOwnedProjects(ctx.db, userId))
  const collaborators = limitStatus(plan, 'collaborators', people.length)
  const storage = limitStatus(plan, 'storage', (await readStorage(ctx, userId)).usedBytes)
  const reason =
    reasonToUpgrade(projects, counted(projects, 'projects')) ??
    reasonToUpgrade(collaborators, counted(collaborators, 'collaborators')) ??
    reasonToUpgrade(storage, {
      current: formatBytes(storage.current),
      max: storageLine(storage.max),
    })
  const next = reason && (await findPlan(ctx, recommendedPlan))
  return {
    subscription: { planName: plan.name === freePlan ? 'free' : plan.name },
    needsUpgrade: projects.atLimit || collaborators.atLimit || storage.atLimit,
    upgradeSuggestions:
      reason && next && next.name !== plan.name
        ? [
            {
              primaryReason: reason,
              planDisplayName: next.display_name,
              price: next.price_monthly,
              benefits: benefitsOf(next),
            },
          ]
        : [],
    limitStatus: { projects, collaborators, storage },
  }
}

const counted = ({ current, max }: LimitStatus, resource: Resource) => ({
  current: String(current),
  max: `${max.toLocaleString('en')} ${max === 1 ? resource.slice(0, -1) : resource}`,
})

function reasonToUpgrade(
  { atLimit, nearLimit }: LimitStatus,
  { current, max }: { readonly current: string; readonly max: string },
): string | undefined {
  if (atLimit) return `You have reached your plan’s limit of ${max}`
  return nearLimit ? `You use ${current} of your plan’s ${max}` : undefined
}

const amount = (limit: number, what: string) =>
  `${limit === unlimited ? 'Unlimited' : limit.toLocaleString('en')} ${what}`

const benefitsOf = (plan: Limits): string[] => [
  amount(plan.max_projects, 'projects'),
  amount(plan.max_collaborators, 'collaborators'),
  storageLine(plan.max_stored_bytes),
  amount(plan.api_rate_limit_per_hour, 'API calls per hour and key'),
]
