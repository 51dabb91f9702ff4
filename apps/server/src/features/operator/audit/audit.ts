/** The audit logs of the whole instance. */
import { randomBytes } from 'node:crypto'
import * as contract from '@envhold/contract/operator/audit.ts'
import { jobNames, verifyingKinds } from '@envhold/contract/operator/jobs.ts'
import { conflict } from '../../../app-error.ts'
import { wireTime, wireTimeOrNull } from '../../../http/responses/wire-time.ts'
import { verb } from '../../../http/verb.ts'
import {
  type ChainStatus,
  countErasures,
  readActivityStatus,
  readUsageStatus,
} from '../../activity/instance-wide/instance-store.ts'
import { readNewestRoot } from '../../audit-log/root-store.ts'
import { actorOf, transact } from '../../audit-log/tx.ts'
import { awaitJob, type JobWorld } from '../jobs/job-runner.ts'
import { findNewestJob, insertJob } from '../jobs/job-store.ts'
import { wireJob, wireSummary } from '../jobs/job-view.ts'
import { searchActivity, searchUsage } from './search-audit-log.ts'

export const listAuditEntries = verb(contract.listAuditEntries, async (ctx, { query }) => {
  const events = query.log === 'activity' ? await (await searchActivity(ctx, query))(query) : undefined
  const calls = query.log === 'usage' ? await (await searchUsage(ctx, query))(query) : undefined
  const { next = null, searchedTo = null } = events ?? calls ?? {}
  return {
    events: [...(events?.entries ?? [])],
    calls: [...(calls?.entries ?? [])],
    next,
    searched_to: wireTimeOrNull(searchedTo),
  }
})

export const readAuditStatus = verb(contract.readAuditStatus, async ({ db }) => {
  const root = await readNewestRoot(db)
  const verification = await findNewestJob(db, verifyingKinds)
  return {
    activity: wireStatus(await readActivityStatus(db)),
    usage: wireStatus(await readUsageStatus(db)),
    root: root ? { number: root.number, chains: root.chains, created_at: wireTime(root.at) } : null,
    erasures_pending: await countErasures(db),
    verification: verification ? wireSummary(verification) : null,
  }
})

const wireStatus = ({ chains, entries, newestAt }: ChainStatus) => ({
  chains,
  entries,
  newest_at: wireTimeOrNull(newestAt),
})

const reason = 'Started on the page of the audit log'

/**
 * Starts the job that verifies. It changes nothing, so it needs no preview; of a small log it is done when this returns.
 * @throws AppError CONFLICT while another job runs
 */
export const verifyAudit = verb(
  contract.verifyAudit,
  async (world: JobWorld, { caller, origin, body: { kind } }) => {
    const { total } = await world.jobs.kinds[kind].preview()
    // In place of the token of a preview, which is never used twice.
    const preview = JSON.stringify({ nonce: randomBytes(12).toString('base64url'), counts: {} })
    const id = await transact(world, actorOf(caller, origin), async (tx) => {
      const inserted = await insertJob(tx, { kind, reason, started_by: caller.userId, preview, total })
      if (inserted === undefined) throw conflict('Another job is running. Wait until it ends, or stop it.')
      const description = `Started "${jobNames[kind]}"`
      tx.record({ type: 'operator_job_started', description })
      return inserted
    })
    return { job: wireJob(await awaitJob(world, id)) }
  },
)
