import type { Db } from '../db/connect.ts'

/** What the clocks of two nodes may differ by. */
const clockToleranceMs = 60_000

/**
 * Takes a lease that is free or has run out, in one statement, so that of several nodes one gets it. A lease that ends
 * later than one taken now was taken by a clock that was ahead, and counts as run out.
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

/** Makes a lease run out at another time, where it is still this holder's. */
export async function extendLease(
  db: Db,
  { name, holder, until }: { readonly name: string; readonly holder: string; readonly until: number },
): Promise<void> {
  await db
    .updateTable('leases')
    .set({ until })
    .where('name', '=', name)
    .where('holder', '=', holder)
    .execute()
}
