import type { Context, Within } from '../../../context.ts'
import type { Db } from '../../../db/connect.ts'
import { delayedChanges } from '../../../db/schema/factors.ts'
import type { Row } from '../../../db/tables.ts'
import type { Trx } from '../../../db/transaction.ts'

export type DelayedChange = Row<'delayed_changes'>
type Outside = Pick<Context, 'db' | 'secrets'>

export const delayedChangeMac = delayedChanges.mac

const checked = ({ secrets }: Outside, rows: DelayedChange[]): DelayedChange[] => {
  for (const row of rows) delayedChangeMac.check(secrets, row)
  return rows
}

/** @throws a unique violation when the account has one of this kind */
export async function insertDelayedChange(
  { db, secrets }: Within<'secrets'>,
  change: Omit<DelayedChange, 'mac'>,
): Promise<void> {
  await db
    .insertInto('delayed_changes')
    .values({ ...change, mac: delayedChangeMac.of(secrets, change) })
    .execute()
}

export const listDelayedChangesOf = async (ctx: Outside, userId: number): Promise<DelayedChange[]> =>
  checked(
    ctx,
    await ctx.db
      .selectFrom('delayed_changes')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('due_at')
      .execute(),
  )

/** The ids of changes that are due at a time, in all accounts. */
export async function listDueChanges(db: Db, at: number): Promise<Pick<DelayedChange, 'id' | 'user_id'>[]> {
  return await db
    .selectFrom('delayed_changes')
    .select(['id', 'user_id'])
    .where('due_at', '<=', at)
    .orderBy('due_at')
    .execute()
}

/** Stores that the last mail before the change was queued. */
export async function markReminded(trx: Trx, id: string, at: number): Promise<void> {
  await trx.updateTable('delayed_changes').set({ reminded_at: at }).where('id', '=', id).execute()
}

/** @returns whether it was still there */
export async function deleteDelayedChange(trx: Trx, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('delayed_changes').where('id', '=', id).executeTakeFirst()
  return numDeletedRows === 1n
}
