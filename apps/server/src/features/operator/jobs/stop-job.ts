import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { type stopJob as endpoint, type JobKindName, jobNames } from '@envhold/contract/operator/jobs.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { actedBy } from '../../audit-log/acted-by.ts'
import { transact } from '../../audit-log/tx.ts'
import { markStopped } from './job-store.ts'
import { requireJob } from './read-job.ts'
import { wireJob } from './wire-job.ts'

/** Stops a running job after the item that it works on. */
export async function stopJob(
  ctx: Context,
  { caller, origin, params: { id } }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  await transact(ctx, actedBy(caller, origin), async (tx) => {
    const { kind } = await requireJob(tx.db, id)
    if (!(await markStopped(tx, id))) throw new AppError('CONFLICT', { message: 'This job does not run.' })
    tx.record({
      type: 'operator_job_stopped',
      severity: 'medium',
      description: `Stopped "${jobNames[kind as JobKindName]}"`,
    })
  })
  return { job: wireJob(await requireJob(ctx.db, id)) }
}
