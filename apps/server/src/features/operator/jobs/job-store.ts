import type { JobKindName } from '@envhold/contract/operator/jobs.ts'
import type { ExpressionBuilder, Updateable } from 'kysely'
import type { DbContext, TrxContext } from '../../../context.ts'
import { countAll, updatesRow } from '../../../db/affected-rows.ts'
import type { Db } from '../../../db/connect.ts'
import { isUniqueViolation } from '../../../db/storage-errors.ts'
import { tableRows } from '../../../db/table-rows.ts'
import type { Row, Tables } from '../../../db/tables.ts'
import type { Done } from './job-kind.ts'
import { type Failure, nothing, resultAfter, resultOf, withFailures } from './job-result.ts'

export type JobRow = Row<'operator_jobs'>

const rows = tableRows('operator_jobs')

/** A job with the username of the operator who started it. */
export type ListedJob = JobRow & { readonly username: string | null }

const select = (db: Db) =>
  db
    .selectFrom('operator_jobs')
    .leftJoin('users', 'users.id', 'operator_jobs.started_by')
    .selectAll('operator_jobs')
    .select('users.username')

export const findJob = (db: Db, id: number): Promise<ListedJob | undefined> =>
  select(db).where('operator_jobs.id', '=', id).executeTakeFirst()

export const findRunningJob = (db: Db) => rows.find({ db }, { state: 'running' })

/** The newest job of some kinds. */
export const findNewestJob = (db: Db, kinds: readonly JobKindName[]): Promise<ListedJob | undefined> =>
  select(db).where('kind', 'in', kinds).orderBy('operator_jobs.id', 'desc').limit(1).executeTakeFirst()

interface Filter {
  readonly kind?: JobKindName | undefined
  readonly state?: JobRow['state'] | undefined
}

/** A page of jobs, the newest first, and how many there are. */
export async function listJobRows(
  db: Db,
  { kind, state }: Filter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly jobs: readonly ListedJob[]; readonly total: number }> {
  const isWanted = ({ and, eb }: ExpressionBuilder<Tables, 'operator_jobs'>) =>
    and([
      ...(kind === undefined ? [] : [eb('kind', '=', kind)]),
      ...(state === undefined ? [] : [eb('state', '=', state)]),
    ])
  const jobs = await select(db)
    .where(isWanted)
    .orderBy('operator_jobs.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return { jobs, total: await countAll(db.selectFrom('operator_jobs').where(isWanted)) }
}

/** Whether a preview has started a job already. */
export const isPreviewUsed = (db: Db, preview: string) => rows.has({ db }, { preview })

type NewJob = Pick<JobRow, 'kind' | 'reason' | 'started_by' | 'preview' | 'total'>

/** @returns the id; undefined if another job runs */
export async function insertJob(
  { db, clock }: TrxContext<'clock'>,
  job: NewJob,
): Promise<number | undefined> {
  const now = clock()
  // On PostgreSQL a violation would end the transaction.
  const row = await db
    .insertInto('operator_jobs')
    .values({
      ...job,
      state: 'running',
      processed: 0,
      cursor: null,
      result: JSON.stringify(nothing),
      error: null,
      created_at: now,
      updated_at: now,
      finished_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

const changed = (
  { db, clock }: DbContext<'clock'>,
  id: number,
  change: Omit<Updateable<Tables['operator_jobs']>, 'updated_at'>,
) =>
  db
    .updateTable('operator_jobs')
    .set({ ...change, updated_at: clock() })
    .where('id', '=', id)

/** Stops a running job. @returns whether it ran */
export const markStopped = (ctx: TrxContext<'clock'>, id: number): Promise<boolean> =>
  updatesRow(changed(ctx, id, { state: 'stopped' }).where('state', '=', 'running'))

/** Lets a job that was stopped or failed go on. @returns false if it is in another state, or another one runs */
export async function markRunning(ctx: TrxContext<'clock'>, id: number): Promise<boolean> {
  const running = changed(ctx, id, { state: 'running', error: null, finished_at: null })
  try {
    return await updatesRow(running.where('state', 'in', ['stopped', 'failed']))
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}

/** Ends a running job. */
export const markEnded = (ctx: DbContext<'clock'>, id: number, error: string | null) =>
  changed(ctx, id, { state: error === null ? 'done' : 'failed', error, finished_at: ctx.clock() })
    .where('state', '=', 'running')
    .execute()

/** Adds to the result of a job, whose lease is locked. @returns whether the account is another than before */
export async function addToResult(ctx: TrxContext<'clock'>, id: number, done: Done): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('operator_jobs')
    .select('result')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { result, isOtherAccount } = resultAfter(resultOf(row), done)
  await changed(ctx, id, { result: JSON.stringify(result) }).execute()
  return isOtherAccount
}

/** Who an account is, for a failure. */
export const findNames = (
  db: Db,
  userId: number,
): Promise<{ readonly username: string; readonly email: string } | undefined> =>
  db.selectFrom('users').select(['username', 'email']).where('id', '=', userId).executeTakeFirst()

/** Says how far a running job is. @returns false if it does not run any more */
export const markReached = (ctx: TrxContext<'clock'>, id: number, processed: number): Promise<boolean> =>
  updatesRow(changed(ctx, id, { processed }).where('state', '=', 'running'))

interface DoneItem {
  readonly item: string
  readonly failure?: Failure | undefined
  /** By how much the progress grows. */
  readonly by: 0 | 1
}

/** Remembers that an item is done, or why it failed. @returns false if the job was stopped */
export async function advanceJob(
  { db, clock }: TrxContext<'clock'>,
  id: number,
  { item, failure, by }: DoneItem,
): Promise<boolean> {
  const row = await db
    .selectFrom('operator_jobs')
    .select(['state', 'result'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return false
  await db
    .updateTable('operator_jobs')
    .set(({ eb }) => ({
      processed: eb('processed', '+', by),
      cursor: item,
      updated_at: clock(),
      ...(failure && { result: JSON.stringify(withFailures(resultOf(row), [failure])) }),
    }))
    .where('id', '=', id)
    .execute()
  return row.state === 'running'
}

/** Deletes jobs that ended before a time. @returns how many */
export const deleteJobsBefore = (db: Db, time: number) =>
  rows.remove({ db }, (is) => is.and([is('state', '!=', 'running'), is('updated_at', '<', time)]))
