import { sql } from 'kysely'
import type { TrxContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { rowsQuery } from '../../db/json-rows.ts'
import { tableRows } from '../../db/table-rows.ts'
import type { Row } from '../../db/tables.ts'
import type { Trx } from '../../db/transaction.ts'
import { blockLength, hourStart } from '../audit-log/block.ts'
import { hoursOf, lockUsageMark, readStoredPacks, readUsage, readUsageHours } from './usage-rollup-store.ts'
import { readUsageState } from './usage-state-store.ts'

type Total = Row<'usage_totals'>

const add = rowsQuery<Total>(
  {
    hour: 'bigint',
    project_id: 'bigint',
    api_key_id: 'text',
    status_code: 'bigint',
    calls: 'bigint',
    duration_us: 'bigint',
  },
  (rows) => sql`
    insert into usage_totals (hour, project_id, api_key_id, status_code, calls, duration_us)
    select hour, project_id, api_key_id, status_code, calls, duration_us from ${rows} where true
    on conflict (hour, project_id, api_key_id, status_code) do update set
      calls = usage_totals.calls + excluded.calls,
      duration_us = usage_totals.duration_us + excluded.duration_us`,
)

/** The next projects with calls that are not counted. */
export async function projectsToCount(db: Db, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select heads.project_id as id from usage_heads as heads
    left join usage_marks as marks on marks.project_id = heads.project_id
    where heads.sequence > coalesce(marks.counted, 0) order by heads.project_id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** So many projects are looked at: in order, so that those of a worker that stopped are among them. */
const projectsLookedAt = 20

/** When the oldest call was made that is not counted, of the first projects that have some. */
export async function readOldestUncounted(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ at: number | null }>`
    select (
      select packs.at from usage_packs as packs
      where packs.project_id = behind.id and packs.first_sequence > behind.counted
      order by packs.first_sequence limit 1
    ) as at
    from (
      select heads.project_id as id, coalesce(marks.counted, 0) as counted from usage_heads as heads
      left join usage_marks as marks on marks.project_id = heads.project_id
      where heads.sequence > coalesce(marks.counted, 0) order by heads.project_id limit ${sql.lit(projectsLookedAt)}
    ) as behind`.execute(db)
  const times = rows.flatMap(({ at }) => (at === null ? [] : [Number(at)]))
  return times.length > 0 ? Math.min(...times) : undefined
}

/** Counts the next entries of a project, at most to the end of a block. */
export async function countProject(tx: TrxContext<'engine'>, projectId: number): Promise<void> {
  // Locks whatever else changes what is counted of this project.
  const { blocks, counted } = await lockUsageMark(tx, projectId)
  const { sequence, start } = await readUsageState(tx.db, projectId)
  const block = Math.floor(counted / blockLength)
  const upTo = Math.min(sequence, (block + 1) * blockLength)
  if (upTo <= counted) return
  const isRolledUp = block < blocks && counted === block * blockLength
  const hours = isRolledUp
    ? await readUsageHours(tx.db, projectId, block)
    : hoursOf(await readStoredPacks(tx.db, projectId, { after: Math.max(counted, start), upTo }))
  const totals = hours.map(({ hour, api_key_id, status_code, calls, duration_us }) => ({
    hour,
    project_id: projectId,
    api_key_id,
    status_code,
    calls,
    duration_us,
  }))
  await add(tx.db, tx.engine, totals)
  await tx.db.updateTable('usage_marks').set({ counted: upTo }).where('project_id', '=', projectId).execute()
}

/** For a key whose entries are erased. */
export async function deleteTotalsOfKey(
  tx: TrxContext<'engine'>,
  { projectId, apiKeyId }: { readonly projectId: number; readonly apiKeyId: string },
): Promise<void> {
  await lockUsageMark(tx, projectId)
  await tx.db.deleteFrom('usage_totals').where('api_key_id', '=', apiKeyId).execute()
}

/** @returns how many there were */
export const deleteTotalsBefore = (db: Trx, time: number) =>
  tableRows('usage_totals').remove({ db }, (is) => is('hour', '<', hourStart(time)))

const dayMs = 24 * 3_600_000

export interface StatusTotal {
  readonly status_code: number
  readonly calls: number
  readonly duration_us: number
}

/** The calls of the whole instance by status, from the hour on that contains a time. */
export async function totalsByStatus(db: Db, since: number): Promise<StatusTotal[]> {
  const { rows } = await sql<StatusTotal>`
    select status_code, sum(calls) as calls, sum(duration_us) as duration_us
    from usage_totals where hour >= ${hourStart(since)} group by status_code order by status_code`.execute(db)
  return rows.map(({ status_code, calls, duration_us }) => ({
    status_code,
    calls: Number(calls),
    duration_us: Number(duration_us),
  }))
}

/** The projects with the most calls, likewise. */
export async function busiestProjects(db: Db, since: number, limit: number) {
  const { rows } = await sql<{ projectId: number; calls: number }>`
    select project_id as "projectId", sum(calls) as calls
    from usage_totals where hour >= ${hourStart(since)}
    group by project_id order by calls desc, project_id limit ${limit}`.execute(db)
  return rows.map(({ projectId, calls }) => ({ projectId, calls: Number(calls) }))
}

/** The calls of each key of a project, from the hour on that contains a time. */
export async function callsByKey(
  db: Db,
  projectId: number,
  since: number,
): Promise<ReadonlyMap<string, number>> {
  // One statement, so that no call is both counted and not counted yet.
  const { rows } = await sql<{ id: string; calls: number; counted: number }>`
    select api_keys.id, coalesce(sum(totals.calls), 0) as calls, coalesce(marks.counted, 0) as counted
    from api_keys
    left join usage_marks as marks on marks.project_id = api_keys.project_id
    left join usage_totals as totals on totals.api_key_id = api_keys.id and totals.hour >= ${hourStart(since)}
    where api_keys.project_id = ${projectId} group by api_keys.id, marks.counted`.execute(db)
  const calls = new Map(rows.map((row) => [row.id, Number(row.calls)]))
  const { sequence, start } = await readUsageState(db, projectId)
  const after = Math.max(Number(rows[0]?.counted ?? sequence), start)
  for (const entry of await readUsage(db, projectId, { after, upTo: sequence })) {
    const before = calls.get(entry.keyId)
    if (before !== undefined && entry.at >= since) calls.set(entry.keyId, before + entry.calls)
  }
  return calls
}

export interface DayTotal {
  /** When the day began, in UTC. */
  readonly day: number
  readonly calls: number
  /** How many different keys made them. */
  readonly keys: number
}

/** The calls of each day with any, the oldest first. */
export async function totalsByDay(db: Db, since: number): Promise<DayTotal[]> {
  const { rows } = await sql<DayTotal>`
    select day, sum(calls) as calls, count(*) as keys from (
      select hour - hour % ${sql.lit(dayMs)} as day, api_key_id, sum(calls) as calls
      from usage_totals where hour >= ${since} group by 1, api_key_id) as keys_of_days
    group by day order by day`.execute(db)
  return rows.map(({ day, calls, keys }) => ({ day: Number(day), calls: Number(calls), keys: Number(keys) }))
}

/** How many calls there were in the hours from one time up to another, which is not included. */
export async function callsBetween(db: Db, from: number, until: number): Promise<number> {
  const { rows } = await sql<{ calls: number }>`
    select coalesce(sum(calls), 0) as calls from usage_totals where hour >= ${from} and hour < ${until}`.execute(
    db,
  )
  return Number(rows[0]?.calls ?? 0)
}
