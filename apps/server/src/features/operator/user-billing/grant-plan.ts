import { freePlan, type Plan, unlimited } from '@envhold/contract/billing/plans.ts'
import { maxGrantDays } from '@envhold/contract/operator/user-billing.ts'
import { AppError, conflict } from '../../../app-error.ts'
import type { DbContext } from '../../../context.ts'
import { wireTime } from '../../../http/responses/wire-time.ts'
import { daysMs } from '../../../jobs/retention-rule.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { grantPlan } from '../../billing/granted-plans/granted-plans.ts'
import { findGrantedPlan } from '../../plans/granted-plan-store.ts'
import { findPlan, holdPlan, listEveryPlan } from '../../plans/plan-store.ts'
import type { User } from '../../users/user-store.ts'
import { recordOperatorAction } from '../users/operator-action-store.ts'
import { requireManageableUser } from '../users/user-actions.ts'
import type { Losing } from '../users/user-list-store.ts'

export interface Grant {
  readonly plan: string
  readonly ends_at: number
  readonly reason: string
}

/** @throws AppError NOT_FOUND, CONFLICT, FORBIDDEN, VALIDATION_FAILED */
export async function grantPlanTo(tx: Tx, userId: number, grant: Grant): Promise<void> {
  const user = await requireManageableUser(tx, userId, '*')
  if (user.status !== 'ACTIVE') throw conflict('Only an active account can be given a plan.')
  const plan = await requireGrantable(tx, grant)
  const before = await findPlan(tx, user.plan)
  if (before && isSmaller(plan, before))
    throw conflict(
      `The ${plan.display_name} plan allows less than the account’s plan, ${before.display_name}.`,
    )
  const { ends_at, reason } = grant
  await grantPlan(tx, user, { plan: plan.name, ends_at, reason })
  const details = { plan: plan.display_name, ends_at: wireTime(ends_at) }
  await recordOperatorAction(tx, { userId, act: 'grant_plan', reason, details })
}

const invalid = (path: string, message: string) =>
  new AppError('VALIDATION_FAILED', { details: [{ path, message }] })

/** A plan that can be given until a time. It cannot be deleted before the commit. @throws AppError VALIDATION_FAILED */
export async function requireGrantable(
  tx: Tx,
  { plan: name, ends_at }: Omit<Grant, 'reason'>,
): Promise<Plan> {
  const now = tx.clock()
  if (!(ends_at > now)) throw invalid('ends_at', 'Choose a day in the future')
  if (ends_at > now + daysMs(maxGrantDays)) throw invalid('ends_at', 'Choose a day within 3 years')
  if (name === freePlan) throw invalid('plan', 'The free plan cannot be given')
  const named = await findPlan(tx, name)
  const plan = named && (await holdPlan(tx, named.id))
  if (!plan) throw invalid('plan', 'There is no such plan')
  return plan
}

/** Whether an account would lose by a grant: limits of its plan, or days of an earlier grant. */
export async function wouldLose(tx: Tx, user: User, grant: Omit<Grant, 'reason'>): Promise<boolean> {
  const granted = await findGrantedPlan(tx, user.id)
  if (granted && granted.ends_at > grant.ends_at) return true
  const before = await findPlan(tx, user.plan)
  return before !== undefined && isSmaller(await requireGrantable(tx, grant), before)
}

/** {@link wouldLose}, as a condition on users. */
export async function losingBy(
  ctx: DbContext<'secrets'>,
  { plan: name, ends_at }: Omit<Grant, 'reason'>,
): Promise<Losing> {
  const every = await listEveryPlan(ctx)
  const plan = every.find((listed) => listed.name === name)
  const larger = every.filter((before) => plan && isSmaller(plan, before))
  return { plans: larger.map((before) => before.name), grantedBeyond: ends_at }
}

const limitsOfPlan = [
  'max_projects',
  'max_collaborators',
  'max_stored_bytes',
  'api_rate_limit_per_hour',
  'api_rate_limit_per_day',
  'max_api_calls_per_month',
] as const

const isLess = (left: number, right: number) => left !== unlimited && (right === unlimited || left < right)
const isSmaller = (plan: Plan, before: Plan) =>
  limitsOfPlan.some((limit) => isLess(plan[limit], before[limit]))
