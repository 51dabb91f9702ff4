import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Context, DbContext } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { clockToleranceMs } from '../db/count-windows.ts'
import { tableRows } from '../db/table-rows.ts'
import type { Row } from '../db/tables.ts'

/**
 * Acquires a lease that is free or expired, in one statement, so that only one of several nodes gets it. A lease that
 * ends later than one acquired now was acquired by a clock that was ahead, and counts as expired.
 */
export async function acquireLease(db: Db, lease: Readonly<Row<'leases'>>, now: number): Promise<boolean> {
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
const extendLease = async (db: Db, { name, holder, until }: Row<'leases'>): Promise<boolean> =>
  (await tableRows('leases').update({ db }, { name, holder }, { until })) === 1

/** Ends the leases that a restored database holds from the time of its backup: their processes do not use it. */
export async function endLeases(db: Db): Promise<void> {
  await db.deleteFrom('leases').execute()
}

/** Another node runs the task: this one's lease ended while it was busy. */
export class LeaseLostError extends Error {
  constructor() {
    super('Another node runs the task')
  }
}

/** Decides which of several nodes runs a task. Times are in milliseconds from now. */
interface TaskLeases {
  /** @returns false while another holder has the lease */
  acquire(name: string, ms: number): Promise<boolean>
  /** Changes when a lease ends. Inside a transaction this locks it until the commit. @returns false if it was lost */
  endIn(name: string, ms: number, db?: Context['db']): Promise<boolean>
}

export function createTaskLeases({ db, clock }: DbContext<'clock'>): TaskLeases {
  const holder = randomBytes(8).toString('hex')
  return {
    acquire: (name, ms) => acquireLease(db, { name, holder, until: clock() + ms }, clock()),
    endIn: (name, ms, on = db) => extendLease(on, { name, holder, until: clock() + ms }),
  }
}

export type TaskRun = Row<'task_runs'>

const runs = tableRows('task_runs')

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

export const listRuns = (db: Db) => runs.list({ db }, {}, { orderBy: ['name'], limit: maxRuns })

export const deleteRunsBefore = (db: Db, time: number) =>
  runs.remove({ db }, (is) => is('started_at', '<', time))

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
