import type { TrxContext } from '../context.ts'

type Lockable = 'users' | 'environments'

/**
 * Locks rows until the transaction ends, in the order of their ids, so that two transactions that lock the same rows
 * cannot deadlock. On SQLite there is only one writer at a time, so no lock is needed.
 */
export async function lockRows(
  { db, engine }: TrxContext<'engine'>,
  table: Lockable,
  ids: readonly number[],
): Promise<void> {
  if (engine !== 'postgres' || ids.length === 0) return
  await db
    .selectFrom(table)
    .select('id')
    .where('id', 'in', [...new Set(ids)])
    .orderBy('id')
    .forUpdate()
    .execute()
}
