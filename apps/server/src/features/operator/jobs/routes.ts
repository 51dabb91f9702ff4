/** Jobs: what an operator starts for many accounts at once. */
import type { PreviewedKind } from '@envhold/contract/operator/jobs.ts'
import * as contract from '@envhold/contract/operator/jobs.ts'
import * as starting from '@envhold/contract/operator/start-jobs.ts'
import type { Context } from '../../../context.ts'
import { type Route, route } from '../../../http/route.ts'
import {
  expiredAnswer,
  forceAnswer,
  orphansAnswer,
  restoreAnswer,
  subscriptionsAnswer,
} from './job-answers.ts'
import type { JobRunner } from './job-runner.ts'
import { listJobs } from './list-jobs.ts'
import { previewJob } from './preview-job.ts'
import { readJob } from './read-job.ts'
import { archivesStats, subscriptionCleanupStats } from './read-job-stats.ts'
import { resumeJob } from './resume-job.ts'
import { startJob } from './start-job.ts'
import { stopJob } from './stop-job.ts'
import { wireJob } from './wire-job.ts'

export function jobRoutes(ctx: Context, runner: JobRunner): Route[] {
  const start = async (kind: PreviewedKind, call: Parameters<typeof startJob>[3]) =>
    wireJob(await startJob(ctx, runner, kind, call))
  return [
    route(contract.previewJob, async (call) => ({ json: await previewJob(ctx, runner.kinds, call) })),
    route(contract.listJobs, async (call) => ({ json: await listJobs(ctx, call) })),
    route(contract.readJob, async (call) => ({ json: await readJob(ctx, call) })),
    route(contract.stopJob, async (call) => ({ json: await stopJob(ctx, call) })),
    route(contract.resumeJob, async (call) => ({ json: await resumeJob(ctx, runner, call) })),
    route(starting.cleanUpExpired, async (call) => ({
      json: expiredAnswer(await start('cleanup-expired', call)),
    })),
    route(starting.restoreEligible, async (call) => ({
      json: restoreAnswer(await start('restore-eligible', call)),
    })),
    route(starting.cleanUpOrphans, async (call) => ({
      json: orphansAnswer(await start('orphaned-data', call)),
    })),
    route(starting.forceCleanup, async (call) => ({
      json: forceAnswer(await start('force-cleanup', call)),
    })),
    route(starting.cleanUpExpiredSubscriptions, async (call) => ({
      json: subscriptionsAnswer(await start('expired-subscriptions', call)),
    })),
    route(starting.reapplyRevocations, async (call) => ({
      json: { job: await start('reapply-revocations', call) },
    })),
    route(starting.readSubscriptionCleanupStats, async () => ({ json: await subscriptionCleanupStats(ctx) })),
    route(starting.readArchivesStats, async () => ({ json: await archivesStats(ctx) })),
  ]
}
