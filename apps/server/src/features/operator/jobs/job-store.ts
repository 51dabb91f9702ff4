import type { JobKindName } from '@envhold/contract/operator/jobs.ts'
import { maxDetails } from '@envhold/contract/operator/jobs.ts'
import type { Selectable } from 'kysely'
import type { Context, Within } from '../../../context.ts'
import type { Db } from '../../../db/connect.ts'
import type { OperatorJobsTable } from '../../../db/operator-tables.ts'
import { isUniqueViolation } from '../../../db/unique-violation.ts'
import type { Done, DoneCounts } from './job-kind.ts'

export type JobRow = Selectable<OperatorJobsTable>
/** A job with the username of the operator who started it. */
export type ListedJob = JobRow & { readonly username: string | null }

export interface Failure {
  readonly item: string
  readonly email: string | null
  readonly message: string
}

/** What a job has done so far. */
export interface StoredResult {
  readonly counts: DoneCounts
  readonly details: readonly NonNullable<Done['detail']>[]
  /** The newest are left out when there are too many. */
  readonly failures: readonly Failure[]
  readonly failed: number
  /** The account that was changed last. */
  readonly account?: number
}

const nothing: StoredResult = { counts: {}, details: [], failures: [], failed: 0 }

export const resultOf = ({ result }: Pick<JobRow, 'result'>): StoredResult => JSON.parse(result)

const select = (db: Db) =>
  db
    .selectFrom('operator_jobs')
    .leftJoin('users', 'users.id', 'operator_jobs.started_by')
    .selectAll('operator_jobs')
    .select('users.username')

export const findJob = (db: Db, id: number): Promise<ListedJob | undefined> =>
  select(db).where('operator_jobs.id', '=', id).executeTakeFirst()

export const findRunningJob = (db: Db): Promise<JobRow | undefined> =>
  db.selectFrom('operator_jobs').selectAll().where('state', '=', 'running').executeTakeFirst()

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
  const jobs = await select(db)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'done'))
    .orderBy('operator_jobs.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await db
    .selectFrom('operator_jobs')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'done'))
    .executeTakeFirstOrThrow()
  return { jobs, total: Number(total) }
}

/** Whether a preview has started a job already. */
export const isPreviewUsed = async (db: Db, preview: string): Promise<boolean> =>
  (await db.selectFrom('operator_jobs').select('id').where('preview', '=', preview).executeTakeFirst()) !==
  undefined

type NewJob = Pick<JobRow, 'kind' | 'reason' | 'started_by' | 'preview' | 'total'>

/** @returns the id; undefined if another job runs */
export async function insertJob({ db, clock }: Within<'clock'>, job: NewJob): Promise<number | undefined> {
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

/** Stops a running job. @returns whether it ran */
export async function markStopped({ db, clock }: Within<'clock'>, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('operator_jobs')
    .set({ state: 'stopped', updated_at: clock() })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Lets a job that was stopped or failed go on. @returns false if it is in another state, or another one runs */
export async function markRunning({ db, clock }: Within<'clock'>, id: number): Promise<boolean> {
  try {
    const { numUpdatedRows } = await db
      .updateTable('operator_jobs')
      .set({ state: 'running', error: null, finished_at: null, updated_at: clock() })
      .where('id', '=', id)
      .where('state', 'in', ['stopped', 'failed'])
      .executeTakeFirst()
    return numUpdatedRows === 1n
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}

/** Ends a running job. */
export async function markEnded(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  id: number,
  error: string | null,
): Promise<void> {
  const now = clock()
  await db
    .updateTable('operator_jobs')
    .set({ state: error === null ? 'done' : 'failed', error, updated_at: now, finished_at: now })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}

const sum = (left: DoneCounts, right: DoneCounts): DoneCounts => {
  const both = { ...left }
  for (const [name, count] of Object.entries(right) as [keyof DoneCounts, number][])
    both[name] = (both[name] ?? 0) + count
  return both
}

function addDetail(details: StoredResult['details'], added: NonNullable<Done['detail']>) {
  const last = details.at(-1)
  if (last?.username === added.username)
    return [
      ...details.slice(0, -1),
      { ...added, archivedProjectsDeleted: last.archivedProjectsDeleted + added.archivedProjectsDeleted },
    ]
  return details.length < maxDetails ? [...details, added] : details
}

/** Adds to the result of a job, whose lease is locked. @returns whether the account is another than before */
export async function addToResult(
  { db, clock }: Within<'clock'>,
  id: number,
  { counts, detail, account }: Done,
): Promise<boolean> {
  const row = await db
    .selectFrom('operator_jobs')
    .select('result')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const before = resultOf(row)
  const isOther = account !== undefined && account !== before.account
  const result: StoredResult = {
    ...before,
    ...(isOther && { account }),
    counts: sum(before.counts, { ...counts, ...(isOther && { usersAffected: 1 }) }),
    details: detail ? addDetail(before.details, detail) : before.details,
  }
  await db
    .updateTable('operator_jobs')
    .set({ result: JSON.stringify(result), updated_at: clock() })
    .where('id', '=', id)
    .execute()
  return isOther
}

/** Who an account is, for a failure. */
export const findNames = (
  db: Db,
  userId: number,
): Promise<{ readonly username: string; readonly email: string } | undefined> =>
  db.selectFrom('users').select(['username', 'email']).where('id', '=', userId).executeTakeFirst()

/** Remembers that an item is done, or why it failed. @returns false if the job was stopped */
export async function advanceJob(
  { db, clock }: Within<'clock'>,
  id: number,
  { item, failure }: { readonly item: string; readonly failure?: Failure | undefined },
): Promise<boolean> {
  const row = await db
    .selectFrom('operator_jobs')
    .select(['state', 'result'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return false
  const before = resultOf(row)
  const result: StoredResult = failure
    ? {
        ...before,
        failed: before.failed + 1,
        failures: before.failures.length < maxDetails ? [...before.failures, failure] : before.failures,
      }
    : before
  await db
    .updateTable('operator_jobs')
    .set(({ eb }) => ({
      processed: eb('processed', '+', 1),
      cursor: item,
      updated_at: clock(),
      ...(failure && { result: JSON.stringify(result) }),
    }))
    .where('id', '=', id)
    .execute()
  return row.state === 'running'
}

/** Deletes jobs that ended before a time. @returns how many */
export async function deleteJobsBefore(db: Db, time: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('operator_jobs')
    .where('state', '!=', 'running')
    .where('updated_at', '<', time)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
