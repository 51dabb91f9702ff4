/** Jobs: what an operator starts for many accounts at once. */
import * as contract from '@envhold/contract/operator/jobs.ts'
import {
  isUserAct,
  type JobKindName,
  jobNames,
  permissionOfKind,
  previewNames,
} from '@envhold/contract/operator/jobs.ts'
import { conflict, notFound } from '../../../app-error.ts'
import type { Db } from '../../../db/connect.ts'
import { wireTime } from '../../../http/responses/wire-time.ts'
import { verb } from '../../../http/verb.ts'
import { requireTrustedClock } from '../../../jobs/clock-uncertainty.ts'
import { actorOf, transact } from '../../audit-log/tx.ts'
import { offsetOf, paginationOf } from '../paging.ts'
import { readAuthority } from '../roles/authority.ts'
import { awaitJob, type JobWorld } from './job-runner.ts'
import { findJob, type ListedJob, listJobRows, markRunning, markStopped } from './job-store.ts'
import { wireJob, wireSummary } from './job-view.ts'
import { signPreview } from './preview-token.ts'
import { openStoredAct } from './user-act-kind.ts'

/** Counts what a job would touch, and signs the counts. */
export const previewJob = verb(
  contract.previewJob,
  async (world: JobWorld, { caller, origin, body: { kind } }) => {
    await transact(world, actorOf(caller, origin), (tx) => readAuthority(tx, permissionOfKind(kind)))
    const { counts, names } = await world.jobs.kinds[kind].preview()
    const { token, expires } = signPreview(world, { kind, operator: caller.userId, counts })
    return { kind, counts, names: names.slice(0, previewNames), token, expires_at: wireTime(expires) }
  },
)

export const listJobs = verb(contract.listJobs, async ({ db }, { query }) => {
  const { limit, kind, state } = query
  const { jobs, total } = await listJobRows(db, { kind, state }, { limit, offset: offsetOf(query) })
  return { jobs: jobs.map(wireSummary), pagination: paginationOf(query, total) }
})

export const readJob = verb(contract.readJob, async ({ db }, { params }) => ({
  job: wireJob(await requireJob(db, params.id)),
}))

/** Stops a running job after the item that it works on. */
export const stopJob = verb(contract.stopJob, async (ctx, { caller, origin, params: { id } }) => {
  await transact(ctx, actorOf(caller, origin), async (tx) => {
    const { kind } = await requireJob(tx.db, id)
    if (!(await markStopped(tx, id))) throw conflict('This job is not running.')
    const description = `Stopped "${jobNames[kind as JobKindName]}"`
    tx.record({ type: 'operator_job_stopped', description })
  })
  return { job: wireJob(await requireJob(ctx.db, id)) }
})

/** Lets a job that was stopped or failed go on where it ended. */
export const resumeJob = verb(
  contract.resumeJob,
  async (world: JobWorld, { caller, origin, params: { id } }) => {
    const stored = await requireJob(world.db, id)
    const kind = stored.kind as JobKindName
    if (world.jobs.kindOf(stored).needsClock) await requireTrustedClock(world)
    await transact(world, actorOf(caller, origin), async (tx) => {
      await readAuthority(tx, permissionOfKind(kind))
      if (isUserAct(kind) && openStoredAct(tx, stored).operator !== caller.userId)
        throw conflict('Only the operator who started this job can resume it. Start a new one instead.')
      if (!(await markRunning(tx, id)))
        throw conflict('Only a job that was stopped or failed can be resumed, and only while no other runs.')
      const description = `Resumed "${jobNames[kind]}"`
      tx.record({ type: 'operator_job_resumed', description })
    })
    return { job: wireJob(await awaitJob(world, id)) }
  },
)

/** @throws AppError NOT_FOUND */
async function requireJob(db: Db, id: number): Promise<ListedJob> {
  const job = await findJob(db, id)
  if (!job) throw notFound('Job not found')
  return job
}
