import type { Plan } from '@envhold/contract/billing/plans.ts'
import type { Insertable } from 'kysely'
import { z } from 'zod'
import type { DbContext, SecretsContext, TrxContext } from '../../context.ts'
import { parseStored } from '../../db/parse-stored.ts'
import { plans } from '../../db/schema/accounts.ts'
import type { Row, Tables } from '../../db/tables.ts'

/** Authenticates a plan's limits and price, so that a writer of the database cannot raise anyone's limits. */
export const planMac = plans.mac

/** What {@link planMac} covers beside the name, for joins that check it beside other rows. */
export const planMacColumns = [
  'plans.price_monthly',
  'plans.price_yearly',
  'plans.max_projects',
  'plans.max_collaborators',
  'plans.max_stored_bytes',
  'plans.api_rate_limit_per_hour',
  'plans.api_rate_limit_per_day',
  'plans.max_api_calls_per_month',
  'plans.api_features',
  'plans.is_active as plan_is_active',
  'plans.mac as plan_mac',
] as const

const planFeatures = z.record(z.string(), z.boolean())

/** A plan as its row has it. */
export interface StoredPlan extends Plan {
  readonly id: number
  /** Flags that operators gave the plan. */
  readonly api_features: Readonly<Record<string, boolean>>
  readonly isActive: boolean
}

/** @throws TamperedRowError */
const planOfRow = ({ secrets }: SecretsContext, row: Row<'plans'>): StoredPlan => {
  planMac.check(secrets, row)
  const { is_active, mac: _, ...plan } = row
  return { ...plan, api_features: parseStored(planFeatures, row.api_features), isActive: is_active === 1 }
}

/**
 * Reads a plan, as operators may have edited it.
 * @throws TamperedRowError
 */
export async function findPlan(ctx: DbContext<'secrets'>, name: string): Promise<StoredPlan | undefined> {
  const row = await ctx.db.selectFrom('plans').selectAll().where('name', '=', name).executeTakeFirst()
  return row && planOfRow(ctx, row)
}

/** A plan's name as customers know it; its own name if the plan is gone. @throws TamperedRowError */
export const planDisplayName = async (ctx: DbContext<'secrets'>, name: string): Promise<string> =>
  (await findPlan(ctx, name))?.display_name ?? name

/** {@link findPlan} by id. */
export async function findPlanById(ctx: DbContext<'secrets'>, id: number): Promise<StoredPlan | undefined> {
  const row = await ctx.db.selectFrom('plans').selectAll().where('id', '=', id).executeTakeFirst()
  return row && planOfRow(ctx, row)
}

/** The plans that can be chosen, in the order of their prices. @throws TamperedRowError */
export async function listActivePlans(ctx: DbContext<'secrets'>): Promise<readonly StoredPlan[]> {
  const rows = await ctx.db
    .selectFrom('plans')
    .selectAll()
    .where('is_active', '=', 1)
    .orderBy('price_monthly')
    .orderBy('id')
    .execute()
  return rows.map((row) => planOfRow(ctx, row))
}

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

/** Deletes a plan and the providers' prices of it, former ones too. */
export async function removePlan({ db }: TrxContext, { id, name }: StoredPlan): Promise<void> {
  await db.deleteFrom('plan_prices').where('plan', '=', name).execute()
  await db.deleteFrom('former_prices').where('plan', '=', name).execute()
  await db.deleteFrom('plans').where('id', '=', id).execute()
}
