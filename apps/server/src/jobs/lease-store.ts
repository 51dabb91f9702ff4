import type { Db } from '../db/connect.ts'
import { clockToleranceMs } from '../db/count-windows.ts'

/**
 * Acquires a lease that is free or expired, in one statement, so that only one of several nodes gets it. A lease that
 * ends later than one acquired now was acquired by a clock that was ahead, and counts as expired.
 */
export async function acquireLease(
  db: Db,
  lease: { readonly name: string; readonly holder: string; readonly until: number },
  now: number,
): Promise<boolean> {
  const { name, holder, until } = lease
  const taken = await db
    .insertInto('leases')
    .values(lease)
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ holder, until })
        .where((eb) =>
          eb.or([eb('leases.until', '<=', now), eb('leases.until', '>', until + clockToleranceMs)]),
        ),
    )
    .returning('name')
    .execute()
  return taken.some((row) => row.name === name)
}

/** Changes the expiry of a lease. @returns whether this holder still has it */
export async function extendLease(
  db: Db,
  { name, holder, until }: { readonly name: string; readonly holder: string; readonly until: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('leases')
    .set({ until })
    .where('name', '=', name)
    .where('holder', '=', holder)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
