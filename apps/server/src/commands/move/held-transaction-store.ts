import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'

interface HeldTransaction {
  readonly db: Transaction<Tables>
  readonly commit: () => Promise<void>
}

/** Runs the work while a transaction of its own holds SQLite's write lock. Without a commit nothing is changed. */
export async function holdTransaction<T>(
  db: Kysely<Tables>,
  work: (transaction: HeldTransaction) => Promise<T>,
): Promise<T> {
  const trx = await db.startTransaction().execute()
  try {
    return await work({
      db: trx,
      commit: async () => {
        await trx.commit().execute()
      },
    })
  } finally {
    if (!trx.isCommitted) await trx.rollback().execute()
  }
}
