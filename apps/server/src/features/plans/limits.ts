import { type Plan, unlimited } from '@envhold/contract/billing/plans.ts'
import type { LimitStatus } from '@envhold/contract/billing/subscription-status.ts'
import { formatCount } from '@envhold/contract/format-count.ts'
import { AppError } from '../../app-error.ts'
import type { DbContext } from '../../context.ts'
import { findUser } from '../users/user-store.ts'
import { findPlan } from './plan-store.ts'

/** Resources that a plan limits by number. */
export type Resource = 'projects' | 'collaborators'

const limitOf = {
  projects: 'max_projects',
  collaborators: 'max_collaborators',
  storage: 'max_stored_bytes',
} as const satisfies Record<Resource | 'storage', keyof Plan>

/** The limits of an account; −1 means unlimited. */
export type Limits = Plan

/** Reads the plan of an account from the database. The operator of the instance has no limits. */
export async function planOf(ctx: DbContext<'secrets'>, userId: number): Promise<Limits> {
  const user = await findUser(ctx, userId)
  if (!user) throw new AppError('NOT_FOUND')
  const plan = await findPlan(ctx, user.plan)
  if (!plan) throw new Error(`The plan ${user.plan} is missing`)
  if (user.role !== 'SUPER_ADMIN') return plan
  return {
    ...plan,
    max_projects: unlimited,
    max_collaborators: unlimited,
    max_stored_bytes: unlimited,
    api_rate_limit_per_hour: unlimited,
    api_rate_limit_per_day: unlimited,
    max_api_calls_per_month: unlimited,
  }
}

/** How much of a limit is used; near from 80 % on. */
export function limitStatus(limits: Limits, of: keyof typeof limitOf, current: number): LimitStatus {
  const max = limits[limitOf[of]]
  if (max === unlimited)
    return { current, max, remaining: unlimited, unlimited: true, atLimit: false, nearLimit: false }
  return {
    current,
    max,
    remaining: Math.max(0, max - current),
    unlimited: false,
    atLimit: current >= max,
    nearLimit: current >= max * 0.8,
  }
}

const messages: Record<Resource, (limits: Limits, max: number, current: number) => string> = {
  projects: ({ display_name }, max) =>
    `The ${display_name} plan allows ${formatCount(max, 'project')}. Upgrade to add more.`,
  collaborators: (_, max, current) => `Collaborator limit reached (${current}/${max})`,
}

/**
 * Rejects one more when the limit is reached. Call it inside the transaction that adds the resource.
 * @param current how many there are already
 * @throws AppError LIMIT_REACHED
 */
export function requireRoom(limits: Limits, resource: Resource, current: number): void {
  const { atLimit, max } = limitStatus(limits, resource, current)
  if (atLimit) throw new AppError('LIMIT_REACHED', { message: messages[resource](limits, max, current) })
}
