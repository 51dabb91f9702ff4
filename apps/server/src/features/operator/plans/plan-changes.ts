/** What a change of a plan may be, and how it is described. */

import { providerNames } from '@envhold/contract/billing/payments.ts'
import { freePlan, unlimited } from '@envhold/contract/billing/plans.ts'
import { formatBytes } from '@envhold/contract/limits.ts'
import type { PlanChange, PlanPrices } from '@envhold/contract/operator/plans.ts'
import { invalidField } from '../../../app-error.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { listPrices, replacePrices } from '../../plans/plan-price-store.ts'
import type { NewPlan, StoredPlan } from '../../plans/plan-store.ts'
import type { Limit } from './plan-use-store.ts'

/**
 * A plan as it is stored.
 * @throws AppError VALIDATION_FAILED for what no plan can be, or the free plan cannot be
 */
export function validatePlan({ is_active, prices: _, api_features, ...plan }: PlanChange): NewPlan {
  const isFree = plan.name === freePlan
  if (isFree && (plan.price_monthly > 0 || (plan.price_yearly ?? 0) > 0))
    throw invalidField('price_monthly', 'The plan of accounts that pay nothing cannot have a price')
  if (isFree && !is_active)
    throw invalidField('is_active', 'The plan of accounts that pay nothing cannot be inactive')
  if (plan.price_monthly > 0 && plan.price_yearly === 0)
    throw invalidField('price_yearly', 'Leave the yearly price empty if there is none')
  return { ...plan, ...splitFeatures(api_features), isActive: is_active }
}

/** The API has the month's limit among the features of a plan; without it, there is none. */
function splitFeatures(
  features: PlanChange['api_features'],
): Pick<NewPlan, 'api_features' | 'max_api_calls_per_month'> {
  const flags: Record<string, boolean> = {}
  let monthly: number = unlimited
  for (const [name, value] of Object.entries(features))
    if (typeof value === 'number') monthly = value
    else flags[name] = value
  return { api_features: flags, max_api_calls_per_month: monthly }
}

/** The reverse of {@link splitFeatures}. */
export const joinFeatures = ({
  api_features,
  max_api_calls_per_month: monthly_calls,
}: Pick<NewPlan, 'api_features' | 'max_api_calls_per_month'>) =>
  monthly_calls === unlimited ? { ...api_features } : { ...api_features, monthly_calls }

type PlanPrice = PlanPrices[number]

const nameOf = ({ provider, billing_interval }: PlanPrice) =>
  `${billing_interval} price at ${providerNames[provider]}`

/**
 * Replaces what the providers call a plan's prices.
 * @returns what changed, in words for the activity log
 * @throws AppError VALIDATION_FAILED for the price of another plan
 */
export async function changePrices(tx: Tx, plan: string, prices: PlanPrices | undefined): Promise<string[]> {
  if (!prices) return []
  const before = new Map<string, string>()
  for (const price of await listPrices(tx))
    if (price.plan === plan && price.provider !== 'sandbox')
      before.set(nameOf({ ...price, provider: price.provider }), price.price_ref)
  const after = new Map(prices.map((price) => [nameOf(price), price.price_ref]))
  const changes = [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => `${name} ${before.get(name) ?? 'none'} → ${after.get(name) ?? 'none'}`)
  if (changes.length === 0) return []
  const used = await replacePrices(tx, plan, prices)
  if (used) {
    const message = `${providerNames[used.provider]}, ${used.billing_interval}: another price has this id already`
    throw invalidField('prices', message)
  }
  return changes
}

const isLowered = (before: number, after: number) =>
  after !== unlimited && (before === unlimited || after < before)

interface CountLimits {
  readonly max_projects: number
  readonly max_collaborators: number
}

/** The count limits of a change, as they were where it lowers them. */
export const withoutLowered = (before: CountLimits, after: CountLimits): CountLimits => ({
  max_projects: isLowered(before.max_projects, after.max_projects) ? before.max_projects : after.max_projects,
  max_collaborators: isLowered(before.max_collaborators, after.max_collaborators)
    ? before.max_collaborators
    : after.max_collaborators,
})

export const hasRaisedLimit = (before: CountLimits, after: CountLimits): boolean =>
  isLowered(after.max_projects, before.max_projects) ||
  isLowered(after.max_collaborators, before.max_collaborators)

/** The limits that a change lowers; the others do not matter to what follows from it. */
export const loweredLimits = (before: StoredPlan, after: CountLimits): Limit => ({
  plan: before.name,
  maxProjects: isLowered(before.max_projects, after.max_projects) ? after.max_projects : unlimited,
  maxCollaborators: isLowered(before.max_collaborators, after.max_collaborators)
    ? after.max_collaborators
    : unlimited,
})

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
  'calls a month': limit(plan.max_api_calls_per_month),
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
