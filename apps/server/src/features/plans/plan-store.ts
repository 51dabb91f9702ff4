import { type Plan, unlimited } from '@envhold/contract/plans.ts'
import type { Selectable } from 'kysely'
import type { Context } from '../../context.ts'
import { defineRowMac } from '../../db/row-mac.ts'
import type { PlansTable } from '../../db/tables.ts'

type MacFields = Omit<Selectable<PlansTable>, 'id' | 'display_name' | 'description' | 'mac'>

const priceText = (price: number | null) => (price === null ? null : String(price))

/** Authenticates a plan's limits and price, so that a writer of the database cannot raise anyone's limits. */
export const planMac = defineRowMac<MacFields>(
  'plans',
  ({ name }) => name,
  (plan) => ({
    price_monthly: priceText(plan.price_monthly),
    price_yearly: priceText(plan.price_yearly),
    max_projects: plan.max_projects,
    max_collaborators: plan.max_collaborators,
    max_stored_bytes: plan.max_stored_bytes,
    api_rate_limit_per_hour: plan.api_rate_limit_per_hour,
    api_rate_limit_per_day: plan.api_rate_limit_per_day,
    api_features: plan.api_features,
    is_active: plan.is_active,
  }),
)

/** What {@link planMac} covers beside the name, for joins that check it beside other rows. */
export const planMacColumns = [
  'plans.price_monthly',
  'plans.price_yearly',
  'plans.max_projects',
  'plans.max_collaborators',
  'plans.max_stored_bytes',
  'plans.api_rate_limit_per_hour',
  'plans.api_rate_limit_per_day',
  'plans.api_features',
  'plans.is_active as plan_is_active',
  'plans.mac as plan_mac',
] as const

/** Flags that operators gave a plan, and `monthly_calls`. */
export type PlanFeatures = Readonly<Record<string, boolean | number>>

/** The month's limit, which a row has among its features; absent: no limit. */
export function maxCallsPerMonth({ monthly_calls }: PlanFeatures): number {
  return typeof monthly_calls === 'number' ? monthly_calls : unlimited
}

/** A plan as its row has it. */
export interface StoredPlan extends Plan {
  readonly id: number
  readonly api_features: PlanFeatures
  readonly isActive: boolean
}

type Reading = Pick<Context, 'db' | 'secrets'>

/** @throws TamperedRowError */
export const planOfRow = ({ secrets }: Pick<Context, 'secrets'>, row: Selectable<PlansTable>): StoredPlan => {
  planMac.check(secrets, row)
  const { is_active, mac: _, ...plan } = row
  const api_features: PlanFeatures = JSON.parse(row.api_features)
  return {
    ...plan,
    api_features,
    max_api_calls_per_month: maxCallsPerMonth(api_features),
    isActive: is_active === 1,
  }
}

/**
 * Reads a plan, as operators may have edited it.
 * @throws TamperedRowError
 */
export async function findPlan(ctx: Reading, name: string): Promise<StoredPlan | undefined> {
  const row = await ctx.db.selectFrom('plans').selectAll().where('name', '=', name).executeTakeFirst()
  return row && planOfRow(ctx, row)
}

/** A plan's name as customers know it; its own name if the plan is gone. @throws TamperedRowError */
export const planDisplayName = async (ctx: Reading, name: string): Promise<string> =>
  (await findPlan(ctx, name))?.display_name ?? name

/** {@link findPlan} by id. */
export async function findPlanById(ctx: Reading, id: number): Promise<StoredPlan | undefined> {
  const row = await ctx.db.selectFrom('plans').selectAll().where('id', '=', id).executeTakeFirst()
  return row && planOfRow(ctx, row)
}

/** The plans that can be chosen, in the order of their prices. @throws TamperedRowError */
export async function listActivePlans(ctx: Reading): Promise<readonly StoredPlan[]> {
  const rows = await ctx.db
    .selectFrom('plans')
    .selectAll()
    .where('is_active', '=', 1)
    .orderBy('price_monthly')
    .orderBy('id')
    .execute()
  return rows.map((row) => planOfRow(ctx, row))
}
