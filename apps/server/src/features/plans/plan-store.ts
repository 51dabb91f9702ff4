import type { Plan } from '@envhold/contract/plans.ts'
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
    api_rate_limit_per_hour: plan.api_rate_limit_per_hour,
    api_rate_limit_per_day: plan.api_rate_limit_per_day,
    api_features: plan.api_features,
    is_active: plan.is_active,
  }),
)

/**
 * Reads a plan, as operators may have edited it.
 * @throws TamperedRowError
 */
export async function findPlan(
  { db, secrets }: Pick<Context, 'db' | 'secrets'>,
  name: string,
): Promise<Plan | undefined> {
  const row = await db.selectFrom('plans').selectAll().where('name', '=', name).executeTakeFirst()
  if (!row) return undefined
  planMac.check(secrets, row)
  const { id: _, is_active: __, mac: ___, api_features, ...plan } = row
  return { ...plan, api_features: JSON.parse(api_features) as Plan['api_features'] }
}
