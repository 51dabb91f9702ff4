import type { Context } from '../context.ts'
import type { Faults } from '../db/faults.ts'
import type { NewestUsage } from '../db/marks/stored-heads.ts'
import { createWorkAfterAnswer } from '../features/accounts/account-world.ts'
import { createListMemory } from '../features/activity/activity-world.ts'
import { createActivityRecorder } from '../features/audit-log/activity-recorder.ts'
import { createHeadReports } from '../features/audit-log/report-heads.ts'
import { createEventWorker } from '../features/billing/webhooks/event-worker.ts'
import { createVersionWatch } from '../features/environments/version-watch.ts'
import { createExportTurns } from '../features/export/export-turns.ts'
import { createRunPendingKeyWork } from '../features/grants/run-pending-key-work.ts'
import { createInjectState } from '../features/inject/inject-state.ts'
import { createKeyring, type Keyring } from '../features/keyring/keyring.ts'
import { dropKeysOfInactive } from '../features/keyring/unlock-cache.ts'
import { createBackupRunner } from '../features/operator/backups/backup-runner.ts'
import { createHealthNotices } from '../features/operator/instance-health/health-notices.ts'
import type { JobWork } from '../features/operator/jobs/job-kind.ts'
import { jobKindsOf } from '../features/operator/jobs/job-kinds.ts'
import { createJobRunner } from '../features/operator/jobs/job-runner.ts'
import { createAccessWatch } from '../features/projects/access-watch.ts'
import { createKnownChains } from '../features/usage/known-chains.ts'
import { createCallNotifier } from '../features/usage/notify-month.ts'
import { createRollupWorker } from '../features/usage/rollup-worker.ts'
import { createUsageRecorder, type UsageRecorder } from '../features/usage/usage-recorder.ts'
import type { Argon2Limiter } from '../features/users/argon2-limiter.ts'
import { createTraces } from '../http/served/traces.ts'
import { createProviderCache } from '../identity-provider/connect-provider.ts'
import { createNodeReport } from '../jobs/node-report.ts'
import { createRunner, type Runner } from '../jobs/runner.ts'
import { createSweeper } from '../jobs/sweeper.ts'
import { reapplyRevocation } from '../reapply/reapply-revocation.ts'
import { sweepsOf } from './sweeps.ts'

interface ProcessDeps {
  readonly limiter: Argon2Limiter
  readonly newestUsage: NewestUsage
  /** Of the stored data. */
  readonly faults: Faults
}

/** The state of one process beside its context: caches, recorders and background work. Another node has its own. */
export function createProcessState(ctx: Context, { limiter, newestUsage, faults }: ProcessDeps) {
  const recorder = createActivityRecorder(ctx)
  // Pending key work needs grants, which are to the right of the keyring.
  const keyring = createKeyring(ctx, {
    limiter,
    recorder,
    runPendingKeyWork: createRunPendingKeyWork(ctx, recorder),
  })
  const chains = createKnownChains(ctx)
  const injects = createInjectState(ctx, chains)
  const versions = createVersionWatch(ctx)
  const accesses = createAccessWatch(ctx)
  const rollups = createRollupWorker(ctx)
  const notifier = createCallNotifier(ctx)
  const usage = createUsageRecorder(ctx, {
    blockFilled: rollups.blockFilled,
    stageReached: notifier.stageReached,
    newestUsage,
    chains,
    ...injects.gathering,
  })
  const events = createEventWorker(ctx)
  const jobs = createJobRunner(ctx, jobKindsOf(ctx, jobWorkOf(ctx)))
  const backups = createBackupRunner(ctx)
  const background: Pick<Runner, 'start' | 'stop'>[] = [
    createSweeper(ctx, sweepsOf(ctx)),
    createNodeReport(ctx, { faults }),
    createHealthNotices(ctx),
    jobs,
    backups,
    events,
    rollups,
    notifier,
    ...regularWork(ctx, { usage, keyring, injects }),
  ]
  const heads = createHeadReports(ctx)
  const traces = createTraces(ctx.config.traces, ctx.log)
  const stopBackground = () => Promise.all(background.map((runner) => runner.stop()))
  return {
    limiter,
    recorder,
    keyring,
    unlocked: keyring.cache,
    keys: injects.keys,
    answers: injects.answers,
    versions,
    accesses,
    usage,
    attempts: injects.attempts,
    events,
    jobs,
    backups,
    exportTurns: createExportTurns(),
    providers: createProviderCache(ctx),
    afterAnswer: createWorkAfterAnswer(ctx),
    memory: createListMemory(),
    traces,
    /** Starts the background work. */
    start: () => {
      // The mail is the context's, which another application may share: one that never starts does not stop it.
      background.push(ctx.mail)
      for (const runner of [...background, heads]) runner.start()
    },
    /** Ends calls that wait and lets background work come to an end, while other calls are still served. */
    beginStop: async () => {
      versions.close()
      accesses.close()
      void stopBackground()
    },
    /** Waits for background work, and writes what recorders still hold. Call it once nothing is served any more. */
    stop: async () => {
      await stopBackground()
      await usage.stop()
      await heads.stop()
      await traces.stop()
    },
  }
}

interface RegularWork {
  readonly usage: UsageRecorder
  readonly keyring: Keyring
  readonly injects: ReturnType<typeof createInjectState>
}

/** What each node does every few seconds or minutes. */
function regularWork(ctx: Context, { usage, keyring, injects }: RegularWork): Runner[] {
  const forgetExpired = async () => {
    keyring.cache.sweep()
    injects.sweep()
  }
  return [
    createRunner(ctx, { name: 'rejected-calls', everyMs: 10_000, run: usage.checkRejected }),
    createRunner(ctx, { name: 'expired-keys', everyMs: 60_000, run: forgetExpired }),
    // An account can be suspended by another process, so each node asks.
    createRunner(ctx, {
      name: 'keys-of-inactive',
      everyMs: 5_000,
      run: () => dropKeysOfInactive(ctx.db, keyring.cache),
    }),
  ]
}

/** What operators' jobs do with code that reaches the vault, or that knows every slice. */
const jobWorkOf = (ctx: Context): JobWork => ({
  reapplyRevocation: async (id, by) => {
    await reapplyRevocation(ctx, id, by)
  },
  sweeps: sweepsOf(ctx).filter(({ retention }) => retention.length > 0),
})
