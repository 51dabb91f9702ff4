import type { BillingInterval } from '@envhold/contract/billing/payments.ts'
import { type AppError, invalidField } from '../../../app-error.ts'
import type { DbContext, TrxContext } from '../../../context.ts'
import { findPlanById, holdPlan, type StoredPlan } from '../../plans/plan-store.ts'

export const notForSale = (): AppError => invalidField('planId', 'This plan cannot be bought')

/** The plan to pay for. @throws AppError VALIDATION_FAILED if it cannot be bought */
export async function requirePaidPlan(
  ctx: DbContext<'secrets'>,
  { planId, billingInterval }: { readonly planId: number; readonly billingInterval: BillingInterval },
): Promise<StoredPlan> {
  const plan = await findPlanById(ctx, planId)
  if (!plan?.isActive || plan.price_monthly === 0) throw notForSale()
  if (billingInterval === 'yearly' && plan.price_yearly === null)
    throw invalidField('billingInterval', 'This plan has no yearly price')
  return plan
}

/** Holds a plan until the transaction ends. @throws AppError VALIDATION_FAILED if it is no longer sold */
export async function holdPaidPlan(tx: TrxContext<'engine' | 'secrets'>, { id }: StoredPlan): Promise<void> {
  if (!(await holdPlan(tx, id))?.isActive) throw notForSale()
}

export type PaidPlan = StoredPlan
