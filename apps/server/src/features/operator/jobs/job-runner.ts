import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type JobKindName, jobDays } from '@envhold/contract/operator/jobs.ts'
import { AppError } from '../../../app-error.ts'
import type { Context, DbContext } from '../../../context.ts'
import { findClockUncertainty } from '../../../jobs/clock-uncertainty.ts'
import { acquireLease, extendLease } from '../../../jobs/lease-store.ts'
import { periodMs } from '../../../jobs/retention-rule.ts'
import type { Sweep } from '../../../jobs/sweeper.ts'
import type { Tx } from '../../audit-log/tx.ts'
import type { JobKind } from './job-kind.ts'
import { deleteJobsBefore, findJob, findRunningJob, type ListedJob } from './job-store.ts'
import { jobTask, LeaseLostError, runJob } from './run-job.ts'

export type JobKinds = Readonly<Record<JobKindName, JobKind>>

/** What calls about jobs need. */
export interface JobWorld extends Context {
  readonly jobs: JobRunner
}

/** Runs the job that an operator started, on one of several nodes. */
export interface JobRunner {
  readonly kinds: JobKinds
  /** Runs what is there to run, and not running on another node. Never rejects. */
  runDue(): Promise<void>
  /** Stops after the item under way: another node, or this one after its start, goes on. */
  stop(): Promise<void>
}

/** A node that dies is replaced after this time. */
const leaseMs = 60_000
const extendEveryMs = 20_000
const pollIntervalMs = 15_000

export function createJobRunner(ctx: Context, kinds: JobKinds): JobRunner {
  const holder = randomBytes(8).toString('hex')
  let isStopped = false
  let underWay: Promise<void> | undefined

  const lease = (ms: number) => ({ name: jobTask, holder, until: ctx.clock() + ms })
  const requireLease = async (tx: Pick<Tx, 'db'>) => {
    if (!(await extendLease(tx.db, lease(leaseMs)))) throw new LeaseLostError()
  }

  /** For an item that takes longer than the lease. */
  const extendRegularly = () =>
    setInterval(() => {
      extendLease(ctx.db, lease(leaseMs)).catch(() => {
        // The next transaction of the job finds out.
      })
    }, extendEveryMs)

  const round = async (): Promise<void> => {
    const waiting = await findRunningJob(ctx.db)
    if (!waiting || isStopped || !(await mayRun(ctx, kinds[waiting.kind as JobKindName]))) return
    if (!(await acquireLease(ctx.db, lease(leaseMs), ctx.clock()))) return
    const extending = extendRegularly()
    try {
      // As it is now: another node may have gone on with it until this one got the lease.
      const job = await findRunningJob(ctx.db)
      if (job)
        await runJob(ctx, {
          job,
          kind: kinds[job.kind as JobKindName],
          requireLease,
          isStopped: () => isStopped,
        })
    } finally {
      clearInterval(extending)
      await extendLease(ctx.db, lease(0))
    }
  }

  const runDue = async (): Promise<void> => {
    await underWay
    underWay ??= round()
      .catch((error: unknown) => ctx.log.taskFailed({ task: jobTask, error }))
      .finally(() => {
        underWay = undefined
      })
    await underWay
  }

  const timer = setInterval(() => {
    if (!underWay) void runDue()
  }, pollIntervalMs).unref()
  return {
    kinds,
    runDue,
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      await underWay
    },
  }
}

async function mayRun(ctx: Context, { needsClock }: JobKind): Promise<boolean> {
  const uncertainty = needsClock ? await findClockUncertainty(ctx) : undefined
  if (uncertainty) ctx.log.sweepsHeld(uncertainty)
  return !uncertainty
}

/**
 * A wrong clock makes everything old, so nothing that deletes what is old starts under one.
 * @throws AppError CONFLICT
 */
export async function requireTrustedClock(ctx: Context, { needsClock }: JobKind): Promise<void> {
  if (!needsClock) return
  const uncertainty = await findClockUncertainty(ctx)
  if (!uncertainty) return
  const why =
    uncertainty.why === 'the clock jumped' ? 'the clock jumped' : 'there is no record of the last day'
  throw new AppError('CONFLICT', {
    message: `The server does not trust its clock: ${why}. Check the clock; deleting is possible again within a day.`,
  })
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
  if (!job) throw new AppError('NOT_FOUND', { message: 'Job not found' })
  return job
}

const period = { days: jobDays }

export const jobSweep = ({ db, clock }: DbContext<'clock'>): Sweep => ({
  name: 'operator-jobs',
  run: () => deleteJobsBefore(db, clock() - periodMs(period)),
  retention: [{ what: 'Jobs of operators, with their results', period, after: 'they end' }],
})
