/** The jobs that an operator can start, each after a preview, and what the page shows beside them. */
import type { PreviewedKind } from '@envhold/contract/operator/jobs.ts'
import * as contract from '@envhold/contract/operator/start-jobs.ts'
import { verb } from '../../../http/verb.ts'
import { daysMs } from '../../../jobs/retention-rule.ts'
import { countDowngrades } from './due-store.ts'
import type { JobWorld } from './job-runner.ts'
import { expiredAnswer, forceAnswer, orphansAnswer, restoreAnswer, subscriptionsAnswer } from './job-view.ts'
import { countArchived, listRestorable } from './restorable-store.ts'
import { type Start, startJob } from './start-job.ts'

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

const start = (world: JobWorld, name: PreviewedKind, call: Start) =>
  startJob(world, { name, kind: world.jobs.kinds[name] }, call)
