import { randomBytes } from 'node:crypto'
import { type JobKindName, jobNames } from '@envhold/contract/operator/jobs.ts'
import { AppError, TamperedRowError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { findClockUncertainty } from '../../../jobs/clock-uncertainty.ts'
import { acquireLease, extendLease } from '../../../jobs/lease-store.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { recordOperatorAct } from '../users/operator-act-store.ts'
import type { JobKind, JobRun } from './job-kind.ts'
import type { Failure } from './job-result.ts'
import {
  addToResult,
  advanceJob,
  findNames,
  findRunningJob,
  type JobRow,
  markEnded,
  markReached,
} from './job-store.ts'
import { LeaseEnded } from './lease-ended.ts'

export type JobKinds = Readonly<Record<JobKindName, JobKind>>

/** Runs the job that an operator started, on one of several nodes. */
export interface JobRunner {
  readonly kinds: JobKinds
  /** Runs what is there to run, and not running on another node. Never rejects. */
  runDue(): Promise<void>
  /** Stops after the item under way: another node, or this one after its start, goes on. */
  stop(): Promise<void>
}

const leaseName = 'operator-job'
/** A node that dies is replaced after this time. */
const leaseMs = 60_000
const extendEveryMs = 20_000
const lookEveryMs = 15_000

export function createJobRunner(ctx: Context, kinds: JobKinds): JobRunner {
  const holder = randomBytes(8).toString('hex')
  let isStopped = false
  let underWay: Promise<void> | undefined

  const lease = (ms: number) => ({ name: leaseName, holder, until: ctx.clock() + ms })
  const requireLease = async (tx: Pick<Tx, 'db'>) => {
    if (!(await extendLease(tx.db, lease(leaseMs)))) throw new LeaseEnded()
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
      .catch((error: unknown) => ctx.log.taskFailed({ task: leaseName, error }))
      .finally(() => {
        underWay = undefined
      })
    await underWay
  }

  const timer = setInterval(() => {
    if (!underWay) void runDue()
  }, lookEveryMs).unref()
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

/** A wrong clock makes everything old. */
async function mayRun(ctx: Context, { needsClock }: JobKind): Promise<boolean> {
  const uncertainty = needsClock ? await findClockUncertainty(ctx) : undefined
  if (uncertainty) ctx.log.sweepsHeld(uncertainty)
  return !uncertainty
}

/** How many items are listed at once. */
const batch = 100
const task = 'operator-job'

interface Running {
  readonly job: JobRow
  readonly kind: JobKind
  /** Locks the lease until the transaction ends. @throws LeaseEnded */
  readonly requireLease: (tx: Pick<Tx, 'db'>) => Promise<void>
  /** The process stops. */
  readonly isStopped: () => boolean
}

/** Works on a job until it ends, is stopped, or another node has it. */
async function runJob(ctx: Context, running: Running): Promise<void> {
  const { job } = running
  try {
    await runItems(ctx, running)
  } catch (error) {
    if (error instanceof LeaseEnded) return
    ctx.log.taskFailed({ task, error })
    // If the database is unavailable, the job stays as it is, and a node goes on later.
    await markEnded(ctx, job.id, 'The job could not go on. The log of the server says why.')
  }
}

async function runItems(ctx: Context, running: Running): Promise<void> {
  const { job, kind, isStopped } = running
  for (let cursor = job.cursor; ; ) {
    const items = await kind.next(cursor, batch)
    for (const item of items) {
      if (isStopped() || !(await runItem(ctx, running, item))) return
      cursor = item
    }
    if (items.length === 0) break
  }
  await markEnded(ctx, job.id, null)
}

/** @returns whether the job goes on */
async function runItem(ctx: Context, running: Running, item: string): Promise<boolean> {
  const { job, kind, requireLease } = running
  let failure: Failure | undefined
  try {
    await kind.process(item, runOf(ctx, running))
  } catch (error) {
    if (error instanceof LeaseEnded) throw error
    failure = { ...(await namesOf(ctx, kind.accountOf(item), item)), message: messageOf(ctx, error) }
  }
  return await inTransaction(ctx, async (tx) => {
    await requireLease(tx)
    return await advanceJob(tx, job.id, { item, failure, by: kind.countsItself ? 0 : 1 })
  })
}

const runOf = (ctx: Context, { job, requireLease, isStopped }: Running): JobRun => ({
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
    if (!goesOn || isStopped()) throw new LeaseEnded()
  },
})

async function recordOnAccount(tx: Tx, job: JobRow, userId: number): Promise<void> {
  const name = jobNames[job.kind as JobKindName]
  await recordOperatorAct(tx, { userId, act: 'job', reason: job.reason, details: { job: name } })
  tx.record({
    type: 'operator_job_applied',
    severity: 'medium',
    description: `An operator ran "${name}". Reason: ${job.reason}`,
    userId,
    tokenId: null,
  })
}

async function namesOf(
  ctx: Context,
  account: number | undefined,
  item: string,
): Promise<Omit<Failure, 'message'>> {
  const found = account === undefined ? undefined : await findNames(ctx.db, account)
  return { item: found?.username ?? item, email: found?.email ?? null }
}

function messageOf(ctx: Context, error: unknown): string {
  if (error instanceof TamperedRowError) {
    ctx.log.tampered({ table: error.table, id: error.id, requestId: task })
    return 'A row was changed from outside. See the runbook about verifying the database.'
  }
  if (error instanceof AppError) return error.message
  ctx.log.taskFailed({ task, error })
  return 'Something went wrong on our side. The log of the server says what.'
}
