import { type RawBuilder, sql } from 'kysely'
import type { Database, Db } from './connect.ts'
import { runTransaction, type Trx } from './transaction.ts'

/**
 * On PostgreSQL each day of usage is a partition, so that old usage is deleted by dropping a table. Usage of a day
 * without a partition goes to the default partition, and is deleted row by row.
 */

const dayMs = 24 * 3_600_000
/** Today and the two days after it. */
const daysAhead = 3
/** A waiting change of partitions blocks all calls behind it. If it waits in vain, the next sweep tries again. */
const maxLockWaitMs = 300
/** Any number works, as long as every node uses the same one. */
const advisoryLock = 4_680_002

/** The start of the day of UTC that contains a time. */
export const dayStart = (at: number): number => at - (at % dayMs)

const prefix = 'usage_packs_'
const nameOf = (day: number) => `${prefix}${new Date(day).toISOString().slice(0, 10).replaceAll('-', '')}`

interface Partition {
  readonly name: string
  readonly day: number
}

const dayOfName = (name: string): number => {
  const [, year, month, date] = /^usage_packs_(\d{4})(\d\d)(\d\d)$/.exec(name) ?? []
  return Date.UTC(Number(year), Number(month) - 1, Number(date))
}

type Partitioned = Pick<Database, 'db' | 'engine'>

/** The partitions of days, the oldest first. */
async function listDays({ db }: Pick<Partitioned, 'db'>): Promise<Partition[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = to_regclass('usage_packs') order by c.relname collate "C"`.execute(db)
  return rows.map(({ name }) => ({ name, day: dayOfName(name) })).filter(({ day }) => !Number.isNaN(day))
}

/** Creates the partitions of days. One of several nodes does it; the others wait and find nothing left to create. */
async function createDays(trx: Db, days: readonly number[]): Promise<number> {
  await sql`select pg_advisory_xact_lock(${advisoryLock})`.execute(trx)
  const existing = new Set((await listDays({ db: trx })).map(({ day }) => day))
  let created = 0
  for (const day of days)
    if (!existing.has(day) && !(await isInDefault(trx, day))) {
      await sql`create table ${sql.table(nameOf(day))} partition of usage_packs
        for values from (${sql.lit(day)}) to (${sql.lit(day + dayMs)})`.execute(trx)
      created++
    }
  return created
}

/** PostgreSQL creates no partition for rows that the default partition has already. */
async function isInDefault(trx: Db, day: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from usage_packs_rest where at >= ${day} and at < ${day + dayMs} limit 1`.execute(trx)
  return rows.length > 0
}

/** For a migration, which waits for its locks. @param from the first day that needs a partition */
export const createUsageDaysFrom = (trx: Db, from: number, now: number) =>
  createDays(trx, daysBetween(dayStart(Math.min(from, now)), now))

const daysBetween = (first: number, now: number) => {
  const end = dayStart(now) + daysAhead * dayMs
  return Array.from({ length: Math.max(0, (end - first) / dayMs) }, (_, n) => first + n * dayMs)
}

/**
 * Creates the partitions of today and the next days. Runs at the start and every hour, so that they exist long before
 * they are needed.
 * @returns how many were created
 */
export async function createUsageDays(database: Partitioned, now: number): Promise<number> {
  if (database.engine === 'sqlite') return 0
  const days = daysBetween(dayStart(now), now)
  const existing = new Set((await listDays(database)).map(({ day }) => day))
  if (days.every((day) => existing.has(day))) return 0
  return await withShortWait(database, (trx) => createDays(trx, days), 0)
}

/**
 * Drops the partitions of days before a time of which everything is trimmed. Where something is not (a project's clock
 * went back, or its chain is broken), only the trimmed packs are deleted.
 * @returns how many partitions were dropped
 */
export async function dropUsageDays(database: Partitioned, before: number): Promise<number> {
  if (database.engine === 'sqlite') return 0
  let dropped = 0
  for (const { name, day } of await listDays(database)) {
    if (day + dayMs > before) break
    const result = await withShortWait(database, (trx) => dropIfTrimmed(trx, name), 'busy')
    if (result === 'dropped') dropped++
    if (result === 'in use') await deleteTrimmed(database, name)
  }
  return dropped
}

type Dropped = 'dropped' | 'in use' | 'busy'

async function dropIfTrimmed(trx: Trx, name: string): Promise<Dropped> {
  const partition = sql.table(name)
  // Another node may have dropped it.
  const { rows } = await sql<{ found: string | null }>`select to_regclass(${name})::text as found`.execute(
    trx,
  )
  if (!rows[0]?.found) return 'busy'
  // No pack can be added between the check and the drop. Calls go to today's partition and do not wait.
  await sql`lock table ${partition} in share row exclusive mode`.execute(trx)
  const left = await sql`select 1 from ${partition} as packs where not ${isTrimmed} limit 1`.execute(trx)
  if (left.rows.length > 0) return 'in use'
  await sql`drop table ${partition}`.execute(trx)
  return 'dropped'
}

/** Of a row of `packs`: it is before the start of its project's chain. */
const isTrimmed: RawBuilder<boolean> = sql`exists (
  select 1 from usage_heads as heads
  where heads.project_id = packs.project_id and heads.start_sequence >= packs.last_sequence)`

const rowsAtOnce = 5_000

async function deleteTrimmed({ db }: Partitioned, name: string): Promise<void> {
  const partition = sql.table(name)
  for (;;) {
    const { numAffectedRows } = await sql`delete from ${partition} where ctid = any(array(
      select packs.ctid from ${partition} as packs where ${isTrimmed} limit ${sql.lit(rowsAtOnce)}))`.execute(
      db,
    )
    if (Number(numAffectedRows ?? 0) < rowsAtOnce) return
  }
}

const lockNotAvailable = '55P03'
const undefinedTable = '42P01'

/** Gives up after a short wait for a lock, or when another node has dropped the table meanwhile. */
async function withShortWait<T>({ db }: Partitioned, work: (trx: Trx) => Promise<T>, otherwise: T) {
  try {
    return await runTransaction(db, async (trx) => {
      await sql`set local lock_timeout = ${sql.lit(maxLockWaitMs)}`.execute(trx)
      return await work(trx)
    })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === lockNotAvailable || code === undefinedTable) return otherwise
    throw error
  }
}
