import type { Context, Within } from '../context.ts'

type Lockable = 'users' | 'environments'

/**
 * Locks rows until the transaction ends, in the order of their ids: two transactions that lock the same rows never
 * deadlock. SQLite has one writer at a time anyway.
 */
export async function lockRows(
  { db, engine }: Within & Pick<Context, 'engine'>,
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
