import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { freePlan, unlimited } from '@envhold/contract/plans.ts'
import type { readSubscriptionStatus as endpoint } from '@envhold/contract/subscription-status.ts'
import type { Context } from '../../../context.ts'
import { type Limits, limitStatus, planOf, type Resource } from '../../plans/limits.ts'
import { findPlan } from '../../plans/plan-store.ts'
import { listPeople } from '../../projects/people-store.ts'
import { countOwnedProjects } from '../../projects/project-store.ts'

const nextPlan = 'pro'

export async function readSubscriptionStatus(
  ctx: Pick<Context, 'db' | 'secrets' | 'clock'>,
  userId: number,
): Promise<OutputOf<typeof endpoint>> {
  const plan = await planOf(ctx, userId)
  const people = await listPeople(ctx.db, userId, ctx.clock())
  const projects = limitStatus(plan, 'projects', await countOwnedProjects(ctx.db, userId))
  const collaborators = limitStatus(plan, 'collaborators', people.length)
  const reason = reasonToUpgrade(projects, 'projects') ?? reasonToUpgrade(collaborators, 'collaborators')
  const next = reason && (await findPlan(ctx, nextPlan))
  return {
    subscription: { planName: plan.name === freePlan ? 'free' : plan.name },
    needsUpgrade: projects.atLimit || collaborators.atLimit,
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
    limitStatus: { projects, collaborators },
  }
}

function reasonToUpgrade(
  { atLimit, nearLimit, current, max }: ReturnType<typeof limitStatus>,
  resource: Resource,
): string | undefined {
  const counted = `${max.toLocaleString('en')} ${max === 1 ? resource.slice(0, -1) : resource}`
  if (atLimit) return `You have reached your plan’s limit of ${counted}`
  return nearLimit ? `You use ${current} of your plan’s ${counted}` : undefined
}

const amount = (limit: number, what: string) =>
  `${limit === unlimited ? 'Unlimited' : limit.toLocaleString('en')} ${what}`

const benefitsOf = (plan: Limits): string[] => [
  amount(plan.max_projects, 'projects'),
  amount(plan.max_collaborators, 'collaborators'),
  amount(plan.api_rate_limit_per_hour, 'API calls per hour and key'),
]
