import { type Job, type JobKindName, jobNames } from '@envhold/contract/operator/jobs.ts'
import { type AppError, conflict } from '../../../app-error.ts'
import type { DbContext } from '../../../context.ts'
import type { SessionCaller } from '../../../http/caller.ts'
import type { Origin } from '../../../http/route.ts'
import { requireTrustedClock } from '../../../jobs/clock-uncertainty.ts'
import { actorOf, transact } from '../../audit-log/tx.ts'
import type { JobKind } from './job-kind.ts'
import { awaitJob, type JobWorld } from './job-runner.ts'
import { insertJob, isPreviewUsed } from './job-store.ts'
import { wireJob } from './job-view.ts'
import { checkPreview, withToken } from './preview-token.ts'

interface Startable {
  readonly name: JobKindName
  readonly kind: JobKind
  /** Stores the token of the preview: it says what the job does. */
  readonly storesToken?: boolean
}

export interface Start {
  readonly caller: SessionCaller
  readonly origin: Origin
  readonly body: { readonly token?: string | undefined; readonly reason: string }
}

/**
 * Starts a job that its operator has seen a preview of. A small one is done when this returns.
 * @throws AppError CONFLICT without a preview that still holds, or while another job runs
 */
export async function startJob(
  world: JobWorld,
  { name, kind, storesToken = false }: Startable,
  { caller, origin, body: { token, reason } }: Start,
): Promise<Job> {
  if (kind.needsClock) await requireTrustedClock(world)
  const { counts, total } = await kind.preview()
  const checked = checkPreview(world, token, { kind: name, operator: caller.userId, counts })
  const preview = storesToken ? withToken(world, checked, counts) : checked
  const id = await transact(world, actorOf(caller, origin), async (tx) => {
    const inserted = await insertJob(tx, { kind: name, reason, started_by: caller.userId, preview, total })
    if (inserted === undefined) throw await obstacle(tx, preview)
    const touched = Object.entries(counts).map(([name, count]) => `${count} ${name}`)
    const description = `Started "${jobNames[name]}" (${touched.join(', ')}). Reason: ${reason}`
    tx.record({ type: 'operator_job_started', description })
    return inserted
  })
  return wireJob(await awaitJob(world, id))
}

async function obstacle({ db }: DbContext, preview: string): Promise<AppError> {
  const message = (await isPreviewUsed(db, preview))
    ? 'This preview has started a job already. Preview it again before you start another one.'
    : 'Another job is running. Wait until it ends, or stop it.'
  return conflict(message)
}
