import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { JobRunner } from './job-runner.ts'
import { findJob, type ListedJob } from './job-store.ts'

/** A small job is answered with its result. */
const patienceMs = 3_000

/** Runs jobs, waits a moment, and returns this one as it is then. */
export async function awaitJob(
  { db }: Pick<Context, 'db'>,
  runner: Pick<JobRunner, 'runDue'>,
  id: number,
): Promise<ListedJob> {
  const waiting = new AbortController()
  await Promise.race([
    runner.runDue().then(() => waiting.abort()),
    wait(patienceMs, undefined, { signal: waiting.signal, ref: false }).catch(() => undefined),
  ])
  const job = await findJob(db, id)
  if (!job) throw new AppError('NOT_FOUND', { message: 'Job not found' })
  return job
}
