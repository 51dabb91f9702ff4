// Another plan than on a new instance, as an operator would create it.

import type { Updateable } from 'kysely'
import type { DbContext } from '../../apps/server/src/context.ts'
import type { Tables } from '../../apps/server/src/db/tables.ts'
import { planMac } from '../../apps/server/src/features/plans/plan-store.ts'

/** Changes a plan's row, with its MAC. */
export async function changePlan(
  { ctx: { db, secrets } }: { readonly ctx: DbContext<'secrets'> },
  name: string,
  change: Omit<Updateable<Tables['plans']>, 'id' | 'name' | 'mac'>,
): Promise<void> {
  const plan = db.updateTable('plans').where('name', '=', name)
  const row = await plan.set(change).returningAll().executeTakeFirstOrThrow()
  await plan.set({ mac: planMac.of(secrets, row) }).execute()
}
