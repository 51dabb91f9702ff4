import type { PlanChange } from '@envhold/contract/operator/plans.ts'
import { freePlan } from '@envhold/contract/plans.ts'
import { AppError } from '../../../app-error.ts'
import type { NewPlan } from '../../plans/plan-change-store.ts'

const invalid = (path: string, message: string) =>
  new AppError('VALIDATION_FAILED', { message, details: [{ path, message }] })

/**
 * A plan as it is stored.
 * @throws AppError VALIDATION_FAILED for what no plan can be, or the free plan cannot be
 */
export function validatePlan({ is_active, prices: _, ...plan }: PlanChange): NewPlan {
  const isFree = plan.name === freePlan
  if (isFree && (plan.price_monthly > 0 || (plan.price_yearly ?? 0) > 0))
    throw invalid('price_monthly', 'The plan of accounts that pay nothing cannot have a price')
  if (isFree && !is_active)
    throw invalid('is_active', 'The plan of accounts that pay nothing cannot be inactive')
  if (plan.price_monthly > 0 && plan.price_yearly === 0)
    throw invalid('price_yearly', 'Leave the yearly price empty if there is none')
  return { ...plan, isActive: is_active }
}
