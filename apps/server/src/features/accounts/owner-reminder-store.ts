import { updatesRow } from '../../db/affected-rows.ts'
import type { Db } from '../../db/connect.ts'
import type { Trx } from '../../db/transaction.ts'

const key = 'owner-deletions-reminded'

/** Up to when reminders about deleted accounts were queued; undefined: never. Milliseconds since 1970. */
export async function readRemindedUntil(db: Db): Promise<number | undefined> {
  const row = await db.selectFrom('instance').select('value').where('key', '=', key).executeTakeFirst()
  return row && Number(row.value)
}

/** @returns false if another node was faster */
export async function writeRemindedUntil(
  trx: Trx,
  before: number | undefined,
  now: number,
): Promise<boolean> {
  if (before !== undefined)
    return await updatesRow(
      trx
        .updateTable('instance')
        .set({ value: String(now) })
        .where('key', '=', key)
        .where('value', '=', String(before)),
    )
  const inserted = await trx
    .insertInto('instance')
    .values({ key, value: String(now) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}
