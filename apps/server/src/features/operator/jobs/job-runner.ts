import { setTimeout as wait } from 'node:timers/promises'
import { isUserAct, type JobKindName, jobNames, type UserActKind } from '@envhold/contract/operator/jobs.ts'
import { AppError, notFound, TamperedRowError } from '../../../app-error.ts'
import type { Context, TrxContext } from '../../../context.ts'
import { isUnavailable } from '../../../db/storage-errors.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { createClockTrust } from '../../../jobs/clock-uncertainty.ts'
import { createRunner, type Run, type Runner } from '../../../jobs/runner.ts'
import { LeaseLostError } from '../../../jobs/task-store.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { recordOperatorAction } from '../users/operator-action-store.ts'
import type { JobKind, JobRun } from './job-kind.ts'
import type { Failure } from './job-result.ts'
import {
  addToResult,
  advanceJob,
  findJob,
  findNames,
  findRunningJob,
  type JobRow,
  type ListedJob,
  markEnded,
  markReached,
} from './job-store.ts'
import { storedUserActKind } from './user-act-kind.ts'

export type JobKinds = Readonly<Record<Exclude<JobKindName, UserActKind>, JobKind>>

/** What calls about jobs need. */
export interface JobWorld extends Context {
  readonly jobs: JobRunner
}

/** Runs the job that an operator started. Another node, or this one after its start, continues it after a stop. */
export interface JobRunner extends Runner {
  readonly kinds: JobKinds
  /** The work of a stored job. */
  readonly kindOf: (job: JobRow) => JobKind
}

const jobTask = 'operator-job'
/** How many items are listed at once. */
const batch = 100

export function createJobRunner(ctx: Context, kinds: JobKinds): JobRunner {
  const isClockTrusted = createClockTrust(ctx)
  const kindOf = (job: JobRow) => {
    const name = job.kind as JobKindName
    return isUserAct(name) ? storedUserActKind(ctx, job) : kinds[name]
  }
  const runner = createRunner(ctx, {
    name: jobTask,
    everyMs: 15_000,
    lease: {
      name: jobTask,
      isDue: async () => {
        const job = await findRunningJob(ctx.db)
        return job !== undefined && (!kindOf(job).needsClock || (await isClockTrusted()))
      },
    },
    run: async (run) => {
      // As it is now: another node may have continued it until this one got the lease.
      const job = await findRunningJob(ctx.db)
      if (job) await runJob(ctx, { job, kind: kindOf(job), run })
    },
  })
  return { kinds, kindOf, ...runner }
}

/** A small job is answered with its result. */
const waitMs = 3_000

/** Runs jobs, waits a moment, and returns this one as it is then. */
export async function awaitJob({ db, jobs }: Pick<JobWorld, 'db' | 'jobs'>, id: number): Promise<ListedJob> {
  const waiting = new AbortController()
  await Promise.race([
    jobs.runDue().then(() => waiting.abort()),
    wait(waitMs, undefined, { signal: waiting.signal, ref: false }).catch(() => undefined),
  ])
  const job = await findJob(db, id)
  if (!job) throw notFound('Job not found')
  return job
}

interface Running {
  readonly job: JobRow
  readonly kind: JobKind
  readonly run: Run
}

/** Works on a job until it ends, is stopped, or another node has it. */
async function runJob(ctx: Context, running: Running): Promise<void> {
  const { job } = running
  try {
    await runItems(ctx, running)
  } catch (error) {
    if (error instanceof LeaseLostError) return
    // The job stays as it is, and a node continues it later.
    if (isUnavailable(error)) throw error
    await markEnded(ctx, job.id, messageOf(ctx, error))
  }
}

async function runItems(ctx: Context, running: Running): Promise<void> {
  const { job, kind, run } = running
  for (let cursor = job.cursor; ; ) {
    const items = await kind.next(cursor, batch)
    for (const item of items) {
      if (run.signal.aborted || !(await runItem(ctx, running, item))) return
      cursor = item
    }
    if (items.length === 0) break
  }
  await markEnded(ctx, job.id, null)
}

/** @returns whether the job goes on */
async function runItem(ctx: Context, running: Running, item: string): Promise<boolean> {
  const { job, kind, run } = running
  const advance = async (tx: TrxContext<'clock'>, failure?: Failure) => {
    await run.requireLease(tx)
    return await advanceJob(tx, job.id, { item, failure, by: kind.countsItself ? 0 : 1 })
  }
  let failure: Failure | undefined
  let goesOn: boolean | undefined
  const endItem = async (tx: Tx) => {
    goesOn = await advance(tx)
  }
  try {
    await kind.process(item, { ...runOf(ctx, running), endItem })
    if (goesOn !== undefined) return goesOn
  } catch (error) {
    if (error instanceof LeaseLostError || isUnavailable(error)) throw error
    failure = { ...(await namesOf(ctx, kind.accountOf?.(item), item)), message: messageOf(ctx, error) }
  }
  return await inTransaction(ctx, (tx) => advance(tx, failure))
}

const runOf = (ctx: Context, { job, run: { signal, requireLease } }: Running): Omit<JobRun, 'endItem'> => ({
  actor: { userId: job.started_by, origin: null },
  note: async (tx, done) => {
    await requireLease(tx)
    const isOther = await addToResult(tx, job.id, done)
    if (isOther && done.account !== undefined) await recordOnAccount(tx, job, done.account)
  },
  reached: async (processed) => {
    const goesOn = await inTransaction(ctx, async (tx) => {
      await requireLease(tx)
      return await markReached(tx, job.id, processed)
    })
    if (!goesOn || signal.aborted) throw new LeaseLostError()
  },
})

async function recordOnAccount(tx: Tx, job: JobRow, userId: number): Promise<void> {
  const name = jobNames[job.kind as JobKindName]
  await recordOperatorAction(tx, { userId, act: 'job', reason: job.reason, details: { job: name } })
  const description = `An operator ran "${name}". Reason: ${job.reason}`
  tx.record({ type: 'operator_job_applied', description, userId, tokenId: null })
}

async function namesOf(
  ctx: Context,
  account: number | undefined,
  item: string,
): Promise<Omit<Failure, 'message'>> {
  const names = account === undefined ? undefined : await findNames(ctx.db, account)
  return { item: names?.username ?? item, email: names?.email ?? null }
}

function messageOf(ctx: Context, error: unknown): string {
  if (error instanceof TamperedRowError) {
    ctx.log.tampered({ table: error.table, id: error.id, requestId: jobTask })
    return 'A row was changed from outside. See the runbook about verifying the database.'
  }
  if (error instanceof AppError) return error.message
  ctx.log.taskFailed({ task: jobTask, error })
  return 'Something went wrong on the server. See the server log.'
}
