/** Does the work of one job, item by item, while this process has its lease. */
import { type JobKindName, jobNames } from '@envhold/contract/operator/jobs.ts'
import { AppError, TamperedRowError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { inTransaction } from '../../../db/transaction.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { recordOperatorAction } from '../users/operator-action-store.ts'
import type { JobKind, JobRun } from './job-kind.ts'
import type { Failure } from './job-result.ts'
import { addToResult, advanceJob, findNames, type JobRow, markEnded, markReached } from './job-store.ts'

/** Another node has the job: this one's lease ended while it was busy. */
export class LeaseLostError extends Error {
  constructor() {
    super('Another node runs the job')
  }
}

/** How many items are listed at once. */
const batch = 100
export const jobTask = 'operator-job'

interface Running {
  readonly job: JobRow
  readonly kind: JobKind
  /** Locks the lease until the transaction ends. @throws LeaseLostError */
  readonly requireLease: (tx: Pick<Tx, 'db'>) => Promise<void>
  /** The process stops. */
  readonly isStopped: () => boolean
}

/** Works on a job until it ends, is stopped, or another node has it. */
export async function runJob(ctx: Context, running: Running): Promise<void> {
  const { job } = running
  try {
    await runItems(ctx, running)
  } catch (error) {
    if (error instanceof LeaseLostError) return
    ctx.log.taskFailed({ task: jobTask, error })
    // If the database is unavailable, the job stays as it is, and a node goes on later.
    await markEnded(ctx, job.id, 'The job failed. See the server log.')
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
    if (error instanceof LeaseLostError) throw error
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
    if (!goesOn || isStopped()) throw new LeaseLostError()
  },
})

async function recordOnAccount(tx: Tx, job: JobRow, userId: number): Promise<void> {
  const name = jobNames[job.kind as JobKindName]
  await recordOperatorAction(tx, { userId, act: 'job', reason: job.reason, details: { job: name } })
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
    ctx.log.tampered({ table: error.table, id: error.id, requestId: jobTask })
    return 'A row was changed from outside. See the runbook about verifying the database.'
  }
  if (error instanceof AppError) return error.message
  ctx.log.taskFailed({ task: jobTask, error })
  return 'Something went wrong on the server. See the server log.'
}
