import { jobNames, type PreviewedKind } from '@envhold/contract/operator/jobs.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { SessionCaller } from '../../../http/caller.ts'
import type { Origin } from '../../../http/route.ts'
import { actedBy } from '../../audit-log/acted-by.ts'
import { transact } from '../../audit-log/tx.ts'
import { awaitJob } from './await-job.ts'
import type { JobRunner } from './job-runner.ts'
import { insertJob, isPreviewUsed, type ListedJob } from './job-store.ts'
import { checkPreview } from './preview-token.ts'
import { requireTrustedClock } from './require-trusted-clock.ts'

interface Start {
  readonly caller: SessionCaller
  readonly origin: Origin
  readonly body: { readonly token?: string | undefined; readonly reason: string }
}

/**
 * Starts a job that its operator has seen a preview of. A small one is done when this returns.
 * @throws AppError CONFLICT without a preview that still holds, or while another job runs
 */
export async function startJob(
  ctx: Context,
  runner: JobRunner,
  kind: PreviewedKind,
  { caller, origin, body: { token, reason } }: Start,
): Promise<ListedJob> {
  await requireTrustedClock(ctx, runner.kinds[kind])
  const { counts, total } = await runner.kinds[kind].preview()
  const preview = checkPreview(ctx, token, { kind, operator: caller.userId, counts })
  const id = await transact(ctx, actedBy(caller, origin), async (tx) => {
    const inserted = await insertJob(tx, { kind, reason, started_by: caller.userId, preview, total })
    if (inserted === undefined) throw await conflict(tx, preview)
    const touched = Object.entries(counts).map(([name, count]) => `${count} ${name}`)
    tx.record({
      type: 'operator_job_started',
      severity: 'high',
      description: `Started "${jobNames[kind]}" (${touched.join(', ')}). Reason: ${reason}`,
    })
    return inserted
  })
  return await awaitJob(ctx, runner, id)
}

async function conflict({ db }: Pick<Context, 'db'>, preview: string): Promise<AppError> {
  const message = (await isPreviewUsed(db, preview))
    ? 'This preview has started a job already. Look again before you start another one.'
    : 'Another job is running. Wait until it ends, or stop it.'
  return new AppError('CONFLICT', { message })
}
