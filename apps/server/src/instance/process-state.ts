import type { Context } from '../context.ts'
import type { NewestUsage } from '../db/newest-usage.ts'
import { createActivityRecorder } from '../features/audit-log/activity-recorder.ts'
import { reportHeads } from '../features/audit-log/report-heads.ts'
import { createEventWorker } from '../features/billing/webhooks/event-worker.ts'
import { createVersionWatch } from '../features/environments/version-watch.ts'
import { createExportTurns } from '../features/export/export-turns.ts'
import { createRunPendingKeyWork } from '../features/grants/run-pending-key-work.ts'
import { createInjectState } from '../features/inject/inject-state.ts'
import { createKeyring } from '../features/keyring/keyring.ts'
import { dropKeysOfInactive } from '../features/keyring/unlock-cache.ts'
import { createBackupRunner } from '../features/operator/backups/backup-runner.ts'
import { jobKindsOf } from '../features/operator/jobs/job-kinds.ts'
import { createJobRunner } from '../features/operator/jobs/job-runner.ts'
import { startRollupWorker } from '../features/usage/rollup-worker.ts'
import { createUsageRecorder } from '../features/usage/usage-recorder.ts'
import type { Argon2Limiter } from '../features/users/argon2-limiter.ts'
import { jobWorkOf } from './job-work.ts'

const sweepMs = 60_000
/** An account can be suspended by another process, so each node asks. */
const suspensionMs = 5_000

interface ProcessDeps {
  readonly limiter: Argon2Limiter
  readonly newestUsage: NewestUsage
}

/** The state of one process beside its context: caches, recorders and their timers. Another node has its own. */
export function createProcessState(ctx: Context, { limiter, newestUsage }: ProcessDeps) {
  const recorder = createActivityRecorder(ctx)
  // Pending key work needs grants, which are to the right of the keyring.
  const ring = createKeyring(ctx, {
    limiter,
    recorder,
    runPendingKeyWork: createRunPendingKeyWork(ctx, recorder),
  })
  const injects = createInjectState(ctx)
  const versions = createVersionWatch(ctx)
  const rollups = startRollupWorker(ctx)
  const usage = createUsageRecorder(ctx, {
    blockFilled: rollups.blockFilled,
    newestUsage,
    ...injects.gathering,
  })
  const heads = reportHeads(ctx)
  const events = createEventWorker(ctx)
  const jobs = createJobRunner(ctx, jobKindsOf(ctx, jobWorkOf(ctx)))
  const backups = createBackupRunner(ctx)
  const expiry = setInterval(() => {
    ring.cache.sweep()
    injects.sweep()
  }, sweepMs).unref()
  const suspensions = setInterval(() => void dropKeysOfInactive(ctx.db, ring.cache), suspensionMs).unref()
  return {
    recorder,
    ring,
    keys: injects.keys,
    answers: injects.answers,
    versions,
    usage,
    attempts: injects.attempts,
    events,
    jobs,
    backups,
    exportTurns: createExportTurns(),
    /** Writes what recorders still hold. Call it once nothing is served any more. */
    stop: async () => {
      clearInterval(expiry)
      clearInterval(suspensions)
      await jobs.stop()
      await backups.stop()
      await usage.stop()
      await rollups.stop()
      await heads.stop()
      await events.stop()
    },
  }
}
