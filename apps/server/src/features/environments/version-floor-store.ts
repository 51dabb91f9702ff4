/**
 * Versions that a restore has lost were seen by others: in ETags, on open pages and in synced files. Their numbers are
 * not used again (decision 207). The first version that an environment gets after an accepted restore has a number from
 * the time of the restore, above all that were used before, and so have the ids of new environments.
 */
import { sql } from 'kysely'
import { z } from 'zod'
import type { TrxContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { parseStored } from '../../db/parse-stored.ts'
import type { EnvironmentRow } from './environment-store.ts'

const key = 'restored-at'
const storedTimes = z.array(z.int())

/** The column is a 32-bit integer, and a clock may be wrong. */
const maxFloor = 2_000_000_000

/** No environment gets more than one version a second for years. */
const floorOf = (restoredAt: number): number =>
  Math.min(Math.floor((restoredAt - Date.UTC(2025, 0, 1)) / 1_000), maxFloor)

async function readRestores(db: Db): Promise<readonly number[]> {
  const row = await db.selectFrom('instance').select('value').where('key', '=', key).executeTakeFirst()
  return row ? parseStored(storedTimes, row.value) : []
}

/** The numbers that versions may have after a gap. */
export const readVersionFloors = async (db: Db): Promise<readonly number[]> =>
  (await readRestores(db)).map(floorOf)

export async function nextVersion(
  db: Db,
  { version, created_at }: Pick<EnvironmentRow, 'version' | 'created_at'>,
): Promise<number> {
  const floors = (await readRestores(db)).filter((time) => time >= created_at).map(floorOf)
  return Math.max(version + 1, ...floors)
}

/** A restored database was accepted. */
export async function raiseVersionFloor({
  db,
  engine,
  clock,
}: TrxContext<'engine' | 'clock'>): Promise<void> {
  const now = clock()
  const value = JSON.stringify([...(await readRestores(db)), now])
  await db
    .insertInto('instance')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
  await raiseIds(db, engine, floorOf(now))
}

async function raiseIds(db: Db, engine: string, floor: number): Promise<void> {
  if (engine === 'postgres') {
    const sequence = sql`pg_get_serial_sequence('environments', 'id')`
    await sql`select setval(${sequence}, greatest(nextval(${sequence}), ${floor}))`.execute(db)
    return
  }
  const update = sql`update sqlite_sequence set seq = max(seq, ${floor}) where name = 'environments'`
  if (Number((await update.execute(db)).numAffectedRows) === 0)
    await sql`insert into sqlite_sequence (name, seq) values ('environments', ${floor})`.execute(db)
}
