import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { previewPlanChange as endpoint } from '@envhold/contract/operator/plans.ts'
import { freePlan } from '@envhold/contract/plans.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { findPlanById } from '../../plans/plan-store.ts'
import { loweredLimits } from './lowered-limits.ts'
import { listAccountsOver } from './plan-use-store.ts'

/** What lower limits would lead to. Changes nothing. @throws AppError NOT_FOUND */
export async function previewPlanChange(
  ctx: Pick<Context, 'db' | 'secrets' | 'clock'>,
  { params, query }: Pick<Call<typeof endpoint>, 'params' | 'query'>,
): Promise<OutputOf<typeof endpoint>> {
  const plan = await findPlanById(ctx, params.id)
  if (!plan) throw new AppError('NOT_FOUND')
  const over = await listAccountsOver(ctx, loweredLimits(plan, query))
  return {
    accounts_over: over.length,
    // Who pays is served: a lower limit of a paid plan only stops them from adding more.
    grace_periods: plan.name === freePlan ? over.filter(({ entersGrace }) => entersGrace).length : 0,
  }
}
