import { randomBytes } from 'node:crypto'
import type { JobKindName } from '@envhold/contract/operator/jobs.ts'
import type { Context } from '../../../context.ts'
import { findClockUncertainty } from '../../../jobs/clock-uncertainty.ts'
import { acquireLease, extendLease } from '../../../jobs/lease-store.ts'
import type { Tx } from '../../audit-log/tx.ts'
import type { JobKind } from './job-kind.ts'
import { findRunningJob } from './job-store.ts'
import { LeaseEnded } from './lease-ended.ts'
import { runJob } from './run-job.ts'

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
