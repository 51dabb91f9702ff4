import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { type resumeJob as endpoint, type JobKindName, jobNames } from '@envhold/contract/operator/jobs.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { actedBy } from '../../audit-log/acted-by.ts'
import { transact } from '../../audit-log/tx.ts'
import { awaitJob } from './await-job.ts'
import type { JobRunner } from './job-runner.ts'
import { markRunning } from './job-store.ts'
import { requireJob } from './read-job.ts'
import { requireTrustedClock } from './require-trusted-clock.ts'
import { wireJob } from './wire-job.ts'

/** Lets a job that was stopped or failed go on where it ended. */
export async function resumeJob(
  ctx: Context,
  runner: JobRunner,
  { caller, origin, params: { id } }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const kind = (await requireJob(ctx.db, id)).kind as JobKindName
  await requireTrustedClock(ctx, runner.kinds[kind])
  await transact(ctx, actedBy(caller, origin), async (tx) => {
    if (!(await markRunning(tx, id)))
      throw new AppError('CONFLICT', {
        message: 'Only a job that was stopped or failed can be resumed, and only while no other runs.',
      })
    tx.record({
      type: 'operator_job_resumed',
      severity: 'high',
      description: `Resumed "${jobNames[kind]}"`,
    })
  })
  return { job: wireJob(await awaitJob(ctx, runner, id)) }
}
