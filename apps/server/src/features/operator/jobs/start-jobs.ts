/** The jobs that an operator can start, each after a preview, and what the page shows beside them. */
import { type Job, jobNames, type PreviewedKind } from '@envhold/contract/operator/jobs.ts'
import * as contract from '@envhold/contract/operator/start-jobs.ts'
import { type AppError, conflict } from '../../../app-error.ts'
import type { DbContext } from '../../../context.ts'
import type { SessionCaller } from '../../../http/caller.ts'
import type { Origin } from '../../../http/route.ts'
import { verb } from '../../../http/verb.ts'
import { daysMs } from '../../../jobs/retention-rule.ts'
import { actorOf, transact } from '../../audit-log/tx.ts'
import { countDowngrades } from './due-store.ts'
import { awaitJob, type JobWorld, requireTrustedClock } from './job-runner.ts'
import { insertJob, isPreviewUsed } from './job-store.ts'
import {
  expiredAnswer,
  forceAnswer,
  orphansAnswer,
  restoreAnswer,
  subscriptionsAnswer,
  wireJob,
} from './job-view.ts'
import { checkPreview } from './preview-token.ts'
import { countArchived, listRestorable } from './restorable-store.ts'

export const cleanUpExpired = verb(contract.cleanUpExpired, async (world: JobWorld, call) =>
  expiredAnswer(await start(world, 'cleanup-expired', call)),
)

export const restoreEligible = verb(contract.restoreEligible, async (world: JobWorld, call) =>
  restoreAnswer(await start(world, 'restore-eligible', call)),
)

export const cleanUpOrphans = verb(contract.cleanUpOrphans, async (world: JobWorld, call) =>
  orphansAnswer(await start(world, 'orphaned-data', call)),
)

export const forceCleanup = verb(contract.forceCleanup, async (world: JobWorld, call) =>
  forceAnswer(await start(world, 'force-cleanup', call)),
)

export const cleanUpExpiredSubscriptions = verb(
  contract.cleanUpExpiredSubscriptions,
  async (world: JobWorld, call) => subscriptionsAnswer(await start(world, 'expired-subscriptions', call)),
)

export const reapplyRevocations = verb(contract.reapplyRevocations, async (world: JobWorld, call) => ({
  job: await start(world, 'reapply-revocations', call),
}))

const soonMs = daysMs(7)

/** What 'Process Expired Subscriptions' would do, and what follows within a week. */
export const readSubscriptionCleanupStats = verb(
  contract.readSubscriptionCleanupStats,
  async ({ db, clock }) => {
    const now = clock()
    const { expired, expiringSoon, archivedPastTime } = await countDowngrades(db, now, now + soonMs)
    return {
      expiredSubscriptionGracePeriods: expired,
      expiringSoon,
      archivedProjectsAffected: archivedPastTime,
    }
  },
)

/** What is in the archive, and what 'Bulk Restore' would bring back. */
export const readArchivesStats = verb(contract.readArchivesStats, async ({ db }) => {
  const { projects, users } = await countArchived(db)
  const restorable = await listRestorable(db)
  return {
    totalArchivedProjects: projects,
    usersWithArchives: users,
    restorationEligible: restorable.reduce((sum, owner) => sum + owner.projects, 0),
  }
})

interface Start {
  readonly caller: SessionCaller
  readonly origin: Origin
  readonly body: { readonly token?: string | undefined; readonly reason: string }
}

/**
 * Starts a job that its operator has seen a preview of. A small one is done when this returns.
 * @throws AppError CONFLICT without a preview that still holds, or while another job runs
 */
async function start(
  world: JobWorld,
  kind: PreviewedKind,
  { caller, origin, body: { token, reason } }: Start,
): Promise<Job> {
  await requireTrustedClock(world, world.jobs.kinds[kind])
  const { counts, total } = await world.jobs.kinds[kind].preview()
  const preview = checkPreview(world, token, { kind, operator: caller.userId, counts })
  const id = await transact(world, actorOf(caller, origin), async (tx) => {
    const inserted = await insertJob(tx, { kind, reason, started_by: caller.userId, preview, total })
    if (inserted === undefined) throw await obstacle(tx, preview)
    const touched = Object.entries(counts).map(([name, count]) => `${count} ${name}`)
    const description = `Started "${jobNames[kind]}" (${touched.join(', ')}). Reason: ${reason}`
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
