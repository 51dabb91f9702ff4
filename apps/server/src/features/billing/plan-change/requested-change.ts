import { type BillingInterval, providerNames } from '@envhold/contract/billing/payments.ts'
import { conflict, invalidField } from '../../../app-error.ts'
import type { DbContext } from '../../../context.ts'
import type { PlanChange } from '../../../payments/provider.ts'
import { centsOf, findPrice } from '../../plans/plan-price-store.ts'
import { findPlan, type StoredPlan } from '../../plans/plan-store.ts'
import { requirePaidPlan } from '../checkout/paid-plan.ts'
import type { SubscriptionRow } from '../subscriptions/subscription-store.ts'

export interface RequestedChange {
  readonly row: SubscriptionRow
  readonly plan: StoredPlan
  readonly interval: BillingInterval
  readonly priceRef: string
  readonly isUpgrade: boolean
}

/**
 * A change that a subscription can make now.
 * @throws AppError VALIDATION_FAILED for a plan that cannot be had, CONFLICT in another state
 */
export async function requireChange(
  ctx: DbContext<'secrets'>,
  row: SubscriptionRow,
  {
    planId,
    billingInterval: interval,
  }: { readonly planId: number; readonly billingInterval: BillingInterval },
): Promise<RequestedChange> {
  requireChangeable(row)
  const current = await findPlan(ctx, row.plan)
  const isSamePlan = current?.id === planId
  const plan = isSamePlan ? current : await requirePaidPlan(ctx, { planId, billingInterval: interval })
  if (isSamePlan && interval === row.billing_interval)
    throw invalidField('planId', 'This is your plan already')
  if (interval === 'yearly' && plan.price_yearly === null)
    throw invalidField('billingInterval', 'This plan has no yearly price')
  const priceRef = await findPrice(ctx, { plan: plan.name, interval, provider: row.provider })
  if (priceRef === undefined) {
    const message = `${providerNames[row.provider]} does not sell this plan. Ask the operator of this server`
    throw invalidField('planId', message)
  }
  const isLonger = interval === 'yearly' && row.billing_interval === 'monthly'
  const isMore = !current || perYear(plan, interval) > perYear(current, row.billing_interval ?? 'monthly')
  return { row, plan, interval, priceRef, isUpgrade: isLonger || isMore }
}

const perYear = ({ price_monthly, price_yearly }: StoredPlan, interval: BillingInterval) =>
  interval === 'yearly' && price_yearly !== null ? price_yearly : price_monthly * 12

/** @throws AppError CONFLICT */
export function requireChangeable({ status, cancel_at }: SubscriptionRow): void {
  if (status === 'past_due')
    throw conflict('The last payment failed. Pay it in the customer portal first, then change the plan.')
  if (status === 'paused')
    throw conflict('This subscription is paused. Resume it first, then change the plan.')
  if (status !== 'active' && status !== 'trialing')
    throw conflict('This subscription is not active. Start a new one instead.')
  if (cancel_at !== null)
    throw conflict('This subscription was canceled. Resume it first, then change the plan.')
}

/** What the provider is asked to do, as of a time. */
export const changeOf = (
  { plan, interval, priceRef, isUpgrade }: RequestedChange,
  at: number,
): PlanChange => ({
  priceRef,
  interval,
  amount: centsOf(plan, interval),
  isUpgrade,
  at,
})
