import type { DbContext } from '../../context.ts'
import { grantedPlans } from '../../db/schema/accounts.ts'
import { signedRows } from '../../db/signed-rows.ts'
import type { Row } from '../../db/tables.ts'

/** A plan that an operator gave an account for a time. */
export type GrantedPlan = Row<'granted_plans'>

export const grantedPlanRows = signedRows(grantedPlans)

/** It counts until its row is deleted, by the hourly task at the latest. @throws TamperedRowError */
export const findGrantedPlan = (ctx: DbContext<'secrets'>, userId: number) =>
  grantedPlanRows.find(ctx, { user_id: userId })

/** Accounts whose granted plan has ended, the first to end first. */
export const listEndedGrants = async (
  { db }: DbContext,
  now: number,
  limit: number,
): Promise<readonly number[]> => {
  const rows = await db
    .selectFrom('granted_plans')
    .select('user_id')
    .where('ends_at', '<=', now)
    .orderBy('ends_at')
    .limit(limit)
    .execute()
  return rows.map(({ user_id }) => user_id)
}
