import { formatBytes } from '@envhold/contract/format-bytes.ts'
import { unlimited } from '@envhold/contract/plans.ts'
import type { NewPlan } from '../../plans/plan-change-store.ts'

const limit = (value: number) => (value === unlimited ? 'unlimited' : String(value))
const price = (value: number | null) => (value === null ? 'none' : `$${value}`)

/** The fields that are described with both values. */
const facts = (plan: NewPlan): Readonly<Record<string, string>> => ({
  'monthly price': price(plan.price_monthly),
  'yearly price': price(plan.price_yearly),
  projects: limit(plan.max_projects),
  collaborators: limit(plan.max_collaborators),
  storage: plan.max_stored_bytes === unlimited ? 'unlimited' : formatBytes(plan.max_stored_bytes),
  'calls an hour': limit(plan.api_rate_limit_per_hour),
  'calls a day': limit(plan.api_rate_limit_per_day),
  'calls a month': limit(plan.api_features.monthly_calls ?? unlimited),
  active: plan.isActive ? 'yes' : 'no',
})

/**
 * What a change of a plan changed, for the activity log; undefined if nothing.
 * @param priceChanges in words
 */
export function describePlanChange(
  before: NewPlan,
  after: NewPlan,
  priceChanges: readonly string[],
): string | undefined {
  const [old, now] = [facts(before), facts(after)]
  const changes = Object.keys(now)
    .filter((name) => old[name] !== now[name])
    .map((name) => `${name} ${old[name]} → ${now[name]}`)
  if (before.display_name !== after.display_name || before.description !== after.description)
    changes.push('name or description')
  if (JSON.stringify(before.api_features) !== JSON.stringify(after.api_features)) changes.push('features')
  changes.push(...priceChanges)
  return changes.length === 0 ? undefined : `Changed the plan "${after.name}": ${changes.join(', ')}`
}
