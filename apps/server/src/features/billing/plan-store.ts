import type { Plan } from '@envhold/contract/plans.ts'
import type { Db } from '../../db/connect.ts'

/** A plan as operators may have edited it. */
export async function findPlan(db: Db, name: string): Promise<Plan | undefined> {
  const row = await db.selectFrom('plans').selectAll().where('name', '=', name).executeTakeFirst()
  if (!row) return undefined
  const { id: _, is_active: __, api_features, ...plan } = row
  return { ...plan, api_features: JSON.parse(api_features) as Plan['api_features'] }
}
