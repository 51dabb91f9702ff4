import type { Insertable } from 'kysely'
import type { DbContext, SecretsContext, TrxContext } from '../../context.ts'
import type { Tables } from '../../db/tables.ts'
import { planMac, planOfRow, type StoredPlan } from './plan-store.ts'

/** Every plan, in the order of their prices. @throws TamperedRowError */
export async function listEveryPlan(ctx: DbContext<'secrets'>): Promise<readonly StoredPlan[]> {
  const rows = await ctx.db.selectFrom('plans').selectAll().orderBy('price_monthly').orderBy('id').execute()
  return rows.map((row) => planOfRow(ctx, row))
}

type ReadingLocked = TrxContext<'secrets' | 'engine'>

async function readLocked(
  tx: ReadingLocked,
  id: number,
  lock: 'forUpdate' | 'forShare',
): Promise<StoredPlan | undefined> {
  const row = await tx.db
    .selectFrom('plans')
    .selectAll()
    .where('id', '=', id)
    .$if(tx.engine === 'postgres', (query) => query[lock]())
    .executeTakeFirst()
  return row && planOfRow(tx, row)
}

/** Reads a plan for a change: other transactions that would change it wait. @throws TamperedRowError */
export const lockPlan = (tx: ReadingLocked, id: number) => readLocked(tx, id, 'forUpdate')

/** Reads a plan for a sale: until the commit, nobody can change or delete it. @throws TamperedRowError */
export const holdPlan = (tx: ReadingLocked, id: number) => readLocked(tx, id, 'forShare')

/** What operators set of a plan. */
export type NewPlan = Omit<StoredPlan, 'id'>

function rowOf({ secrets }: SecretsContext, plan: NewPlan): Insertable<Tables['plans']> {
  const { isActive, api_features, ...fields } = plan
  const row = { ...fields, api_features: JSON.stringify(api_features), is_active: isActive ? 1 : 0 }
  return { ...row, mac: planMac.of(secrets, row) }
}

/** @returns its id; undefined if a plan has this name already */
export async function insertPlan(tx: TrxContext<'secrets'>, plan: NewPlan): Promise<number | undefined> {
  const row = await tx.db
    .insertInto('plans')
    .values(rowOf(tx, plan))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Replaces a plan that is locked. */
export async function savePlan(tx: TrxContext<'secrets'>, id: number, plan: NewPlan): Promise<void> {
  await tx.db.updateTable('plans').set(rowOf(tx, plan)).where('id', '=', id).execute()
}

/** Deletes a plan and the providers' prices of it. */
export async function removePlan({ db }: TrxContext, { id, name }: StoredPlan): Promise<void> {
  await db.deleteFrom('plan_prices').where('plan', '=', name).execute()
  await db.deleteFrom('plans').where('id', '=', id).execute()
}
