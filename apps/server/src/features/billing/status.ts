/** What plans offer, and how much of the caller's is used. */

import * as offers from '@envhold/contract/billing/plan-offers.ts'
import { storageLine } from '@envhold/contract/billing/plan-offers.ts'
import { callStage, freePlan, recommendedOf, unlimited } from '@envhold/contract/billing/plans.ts'
import type { LimitedAction } from '@envhold/contract/billing/subscription.ts'
import * as contract from '@envhold/contract/billing/subscription.ts'
import type { LimitStatus } from '@envhold/contract/billing/subscription-status.ts'
import * as status from '@envhold/contract/billing/subscription-status.ts'
import { formatBytes } from '@envhold/contract/limits.ts'
import { AppError } from '../../app-error.ts'
import type { DbContext } from '../../context.ts'
import { wireTime, wireTimeOrNull } from '../../http/responses/wire-time.ts'
import { verb } from '../../http/verb.ts'
import { readComplianceView } from '../archive/phase/compliance-view.ts'
import { graceMs } from '../archive/phase/facts.ts'
import { type Limits, limitStatus, planOf, type Resource } from '../plans/limits.ts'
import { listActivePlans } from '../plans/plan-store.ts'
import { readComplianceState } from '../projects/compliance-state.ts'
import { listCountedCollaborators } from '../projects/compliance-state-store.ts'
import { countOwnedProjects } from '../projects/project-store.ts'
import { isAllowed, type OwnerOperation } from '../projects/rights.ts'
import { readStorage } from '../projects/storage-store.ts'
import { ownerPrincipal, readGraceEnd } from '../usage/call-month-store.ts'
import { windowEnd } from '../usage/rate-window-store.ts'
import { excessOf } from './excess.ts'
import { listOfferedPlans } from './offered-plans.ts'
import { countCalls, countOf, readPlanUse } from './plan-use.ts'
import { planWithout } from './subscriptions/other-subscriptions.ts'
import { requireCurrentSubscription } from './subscriptions/own-subscription.ts'
import { isLive } from './subscriptions/subscription-store.ts'
import { paymentStateOf } from './subscriptions/subscription-views.ts'

export const readSubscriptionStatus = verb(
  status.readSubscriptionStatus,
  async (ctx, { caller: { userId } }) => {
    const plan = await planOf(ctx, userId)
    const people = await listCountedCollaborators(ctx.db, userId, ctx.clock())
    const projects = limitStatus(plan, 'projects', await countOwnedProjects(ctx.db, userId))
    const collaborators = limitStatus(plan, 'collaborators', people.length)
    const storage = limitStatus(plan, 'storage', (await readStorage(ctx, userId)).usedBytes)
    const reason =
      reasonToUpgrade(projects, counted(projects, 'projects')) ??
      reasonToUpgrade(collaborators, counted(collaborators, 'collaborators')) ??
      reasonToUpgrade(storage, { current: formatBytes(storage.current), max: storageLine(storage.max) })
    const next = reason && recommendedOf(await listActivePlans(ctx))
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
      calls: await callsOf(ctx, userId, plan.max_api_calls_per_month),
      payment: await paymentStateOf(ctx, userId),
      has_compliance: (await readComplianceView(ctx, userId)) !== undefined,
    }
  },
)

export const listPlans = verb(offers.listPlans, (ctx) => listOfferedPlans(ctx))

export const readSubscriptionUsage = verb(
  contract.readSubscriptionUsage,
  async (ctx, { caller: { userId } }) => {
    const plan = await planOf(ctx, userId)
    const { max_projects, max_collaborators, max_stored_bytes, max_api_calls_per_month } = plan
    return {
      usage: {
        current: await readPlanUse(ctx, userId, plan),
        limits: { max_projects, max_collaborators, max_stored_bytes, max_api_calls_per_month },
      },
    }
  },
)

const resources: Record<LimitedAction, Resource> = {
  create_project: 'projects',
  invite_collaborator: 'collaborators',
}

/** What one more of them takes. */
const operations: Record<Resource, OwnerOperation> = {
  projects: 'create project',
  collaborators: 'extend access',
}

/** Whether the plan has room for one more. */
export const checkLimit = verb(contract.checkLimit, async (ctx, { caller: { userId }, body }) => {
  const { action, resourceCount } = body
  const resource = resources[action]
  const count = resourceCount ?? (await countOf(ctx, userId, resource))
  const hasRoom = !limitStatus(await planOf(ctx, userId), resource, count).atLimit
  // A given count is only compared with the plan.
  if (resourceCount !== undefined || !hasRoom) return { allowed: hasRoom }
  return { allowed: isAllowed(await readComplianceState(ctx, userId), operations[resource]) }
})

const maxListed = 1_000

/** @throws AppError NOT_FOUND if there is nothing to cancel */
export const previewCancellation = verb(contract.previewCancellation, async (ctx, { caller: { userId } }) => {
  const subscription = await requireCurrentSubscription(ctx, userId)
  if (!isLive(subscription)) throw new AppError('NOT_FOUND')
  const { status, cancel_at, period_end } = subscription
  const paidUntil = status === 'past_due' || status === 'paused' ? null : (cancel_at ?? period_end)
  const endsAt = paidUntil ?? ctx.clock()
  const plan = await planWithout(ctx, subscription, endsAt)
  const { max_projects, max_collaborators, projects, people } = await excessOf(ctx, userId, plan)
  return {
    ends_at: wireTime(endsAt),
    grace_ends_at: wireTime(endsAt + graceMs),
    deleted_at: wireTime(endsAt + 2 * graceMs),
    max_projects,
    max_collaborators,
    excess_projects: projects.slice(0, maxListed).map(({ id, name }) => ({ id, name })),
    excess_collaborators: people.slice(0, maxListed).map((email) => ({ email })),
  }
})

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

type BillingContext = DbContext<'engine' | 'secrets' | 'clock'>

/** The month's calls, without their count on a plan that does not limit them. */
async function callsOf(ctx: BillingContext, userId: number, max: number): Promise<status.MonthCalls> {
  const current = (await countCalls(ctx, userId, { max_api_calls_per_month: max })) ?? 0
  const stage = callStage(current, max)
  return {
    current,
    max,
    stage,
    resets_at: wireTime(windowEnd('month', ctx.clock())),
    grace_ends_at: stage === 0 ? null : wireTimeOrNull(await readGraceEnd(ctx, ownerPrincipal(userId))),
  }
}
