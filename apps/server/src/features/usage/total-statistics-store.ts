import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { hourStart } from '../audit-log/block.ts'

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
export async function busiestProjects(
  db: Db,
  since: number,
  limit: number,
): Promise<{ projectId: number; calls: number }[]> {
  const { rows } = await sql<{ projectId: number; calls: number }>`
    select project_id as "projectId", sum(calls) as calls
    from usage_totals where hour >= ${hourStart(since)}
    group by project_id order by calls desc, project_id limit ${limit}`.execute(db)
  return rows.map(({ projectId, calls }) => ({ projectId, calls: Number(calls) }))
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
