import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Row } from '../db/tables.ts'

export type TaskRun = Row<'task_runs'>

/** Notes that a task runs. What its last run did stays until this one has ended. */
export async function startRun(db: Db, run: Pick<TaskRun, 'name' | 'node' | 'started_at'>): Promise<void> {
  const { node, started_at } = run
  await db
    .insertInto('task_runs')
    .values(run)
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ node, started_at, finished_at: null }))
    .execute()
}

/** Notes how a run has ended. */
export async function endRun(
  db: Db,
  { name, ...end }: Pick<TaskRun, 'name' | 'finished_at' | 'ms' | 'changed' | 'error'>,
): Promise<void> {
  await db
    .updateTable('task_runs')
    .set({
      ...end,
      failed_since: end.error === null ? null : sql<number>`coalesce(failed_since, started_at)`,
    })
    .where('name', '=', name)
    .execute()
}

/** More than there are. */
const maxRuns = 300

export const listRuns = (db: Db): Promise<TaskRun[]> =>
  db.selectFrom('task_runs').selectAll().orderBy('name').limit(maxRuns).execute()

export async function deleteRunsBefore(db: Db, time: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('task_runs')
    .where('started_at', '<', time)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Until when the tasks that one node runs for all are done, by name. */
export async function readNextRuns(db: Db): Promise<ReadonlyMap<string, number>> {
  const leases = await db
    .selectFrom('leases')
    .select(['name', 'until'])
    .where('name', 'like', leaseOfTask('%'))
    .limit(maxRuns)
    .execute()
  return new Map(leases.map(({ name, until }) => [name.slice(leaseOfTask('').length), until]))
}

/** The lease of a task that one node runs for all. */
export const leaseOfTask = (name: string): string => `sweep/${name}`
