import { randomBytes } from 'node:crypto'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { verifyAudit as endpoint } from '@envhold/contract/operator/audit.ts'
import { jobNames } from '@envhold/contract/operator/jobs.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { actedBy } from '../../audit-log/acted-by.ts'
import { transact } from '../../audit-log/tx.ts'
import { awaitJob } from '../jobs/await-job.ts'
import type { JobRunner } from '../jobs/job-runner.ts'
import { insertJob } from '../jobs/job-store.ts'
import { wireJob } from '../jobs/wire-job.ts'

const reason = 'Started on the page of the audit log'

/**
 * Starts the job that verifies. It changes nothing, so it needs no preview; of a small log it is done when this returns.
 * @throws AppError CONFLICT while another job runs
 */
export async function verifyAudit(
  ctx: Context,
  runner: JobRunner,
  { caller, origin, body: { kind } }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const { total } = await runner.kinds[kind].preview()
  // In place of the token of a preview, which is never used twice.
  const preview = JSON.stringify({ nonce: randomBytes(12).toString('base64url'), counts: {} })
  const id = await transact(ctx, actedBy(caller, origin), async (tx) => {
    const inserted = await insertJob(tx, { kind, reason, started_by: caller.userId, preview, total })
    if (inserted === undefined)
      throw new AppError('CONFLICT', {
        message: 'Another job is running. Wait until it ends, or stop it.',
      })
    tx.record({
      type: 'operator_job_started',
      severity: 'high',
      description: `Started "${jobNames[kind]}"`,
    })
    return inserted
  })
  return { job: wireJob(await awaitJob(ctx, runner, id)) }
}
