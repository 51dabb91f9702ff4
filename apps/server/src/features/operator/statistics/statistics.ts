/** The figures of the dashboard. */
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import * as contract from '@envhold/contract/operator/statistics.ts'
import type { DbContext } from '../../../context.ts'
import { wireTime } from '../../../http/responses/wire-time.ts'
import { verb } from '../../../http/verb.ts'
import { restoreWindowMs } from '../../accounts/delete-permanently.ts'
import { findPlan, type StoredPlan } from '../../plans/plan-store.ts'
import { countHolders, splitRoleRows } from '../roles/role-store.ts'
import { countStatuses } from '../users/user-list-store.ts'
import {
  countDeletedBefore,
  countSubscribers,
  countSubscriptions,
  listRecentSuspensions,
  type SubscriptionCount,
} from './statistics-store.ts'

const maxSuspensions = 5

type Stats = OutputOf<typeof contract.readAdminStats>

export const readAdminStats = verb(contract.readAdminStats, async (ctx) => {
  const statuses = await countStatuses(ctx.db)
  const expired = await countDeletedBefore(ctx.db, ctx.clock() - restoreWindowMs)
  return {
    totalUsers: Object.values(statuses).reduce((sum, count) => sum + count, 0),
    gracePeriod: { active: Math.max(statuses.INACTIVE - expired, 0), expired },
    statusBreakdown: statuses,
    subscriptionStats: await readSubscriptionStats(ctx),
    recentSuspensions: await readRecentSuspensions(ctx),
  }
})

export const readRoleStats = verb(contract.readRoleStats, async (ctx) => {
  const { rows: roles } = await splitRoleRows(ctx)
  const holders = await countHolders(ctx)
  const distribution = roles.map(({ name, display_name, is_system }) => ({
    name,
    displayName: display_name,
    isSystemRole: is_system === 1,
    userCount: holders.get(name) ?? 0,
  }))
  return {
    totalRoles: roles.length,
    roleDistribution: distribution.toSorted((left, right) => right.userCount - left.userCount),
  }
})

async function readSubscriptionStats(
  ctx: DbContext<'secrets' | 'clock'>,
): Promise<Stats['subscriptionStats']> {
  const counts = await countSubscriptions(ctx.db)
  const subscribers = await countSubscribers(ctx.db)
  const plans = new Map<string, StoredPlan>()
  for (const name of new Set(counts.map(({ plan }) => plan))) {
    const plan = await findPlan(ctx, name)
    if (plan) plans.set(name, plan)
  }
  return {
    activeSubscriptionUsers: subscribers.active,
    canceledSubscriptionUsers: subscribers.canceled,
    monthlyRevenue: counts.reduce((sum, count) => sum + revenueOf(count, plans.get(count.plan)), 0),
    activeSubscriptionsByPlan: byPlan(counts),
    canceledSubscriptionsByPlan: byPlan(counts.filter(({ ends }) => ends)),
    planDisplayNames: Object.fromEntries(
      counts.map(({ plan }) => [plan, plans.get(plan)?.display_name ?? plan]),
    ),
  }
}

/** What subscriptions of one kind bring in a month, in dollars: nothing where no money is taken. */
function revenueOf(
  { provider, isTest, isYearly, count }: SubscriptionCount,
  plan: StoredPlan | undefined,
): number {
  if (!plan || isTest || provider === 'sandbox') return 0
  return count * (isYearly && plan.price_yearly !== null ? plan.price_yearly / 12 : plan.price_monthly)
}

function byPlan(counts: readonly SubscriptionCount[]): Record<string, number> {
  const sums = new Map<string, number>()
  for (const { plan, count } of counts) sums.set(plan, (sums.get(plan) ?? 0) + count)
  return Object.fromEntries(sums)
}

async function readRecentSuspensions(
  ctx: DbContext<'secrets' | 'clock'>,
): Promise<Stats['recentSuspensions']> {
  const acts = await listRecentSuspensions(ctx, maxSuspensions)
  return acts.map(({ id, username, reason, operator, operator_id, created_at }) => ({
    id,
    username,
    suspendedReason: reason,
    // An operator whose account was deleted has no name any more.
    suspendedBy: operator ?? (operator_id === null ? null : `account ${operator_id}`),
    suspendedAt: wireTime(created_at),
  }))
}
