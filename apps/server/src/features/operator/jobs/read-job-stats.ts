import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type {
  readArchivesStats,
  readSubscriptionCleanupStats,
} from '@envhold/contract/operator/start-jobs.ts'
import type { Context } from '../../../context.ts'
import { daysMs } from '../../../jobs/retention-rule.ts'
import { countDowngrades } from './expired-store.ts'
import { countArchived, listRestorable } from './restorable-store.ts'

type Reading = Pick<Context, 'db' | 'clock'>

const soonMs = daysMs(7)

/** What 'Process Expired Subscriptions' would do, and what follows within a week. */
export async function subscriptionCleanupStats({
  db,
  clock,
}: Reading): Promise<OutputOf<typeof readSubscriptionCleanupStats>> {
  const now = clock()
  const { expired, expiringSoon, archivedPastTime } = await countDowngrades(db, now, now + soonMs)
  return {
    expiredSubscriptionGracePeriods: expired,
    expiringSoon,
    archivedProjectsAffected: archivedPastTime,
  }
}

/** What is in the archive, and what 'Bulk Restore' would bring back. */
export async function archivesStats({
  db,
}: Pick<Context, 'db'>): Promise<OutputOf<typeof readArchivesStats>> {
  const { projects, users } = await countArchived(db)
  const restorable = await listRestorable(db)
  return {
    totalArchivedProjects: projects,
    usersWithArchives: users,
    restorationEligible: restorable.reduce((sum, owner) => sum + owner.projects, 0),
  }
}
