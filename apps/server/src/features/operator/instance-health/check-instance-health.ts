import type { InstanceHealth, InstanceWarning } from '@envhold/contract/operator/instance-health.ts'
import { lacksPublicUrl } from '../../../config/is-public.ts'
import { version } from '../../../config/version.ts'
import type { DbContext } from '../../../context.ts'
import { wireTime, wireTimeOrNull } from '../../../http/responses/wire-time.ts'
import { findClockUncertainty } from '../../../jobs/clock-uncertainty.ts'
import { nodeName } from '../../../jobs/node-facts.ts'
import { listNodes, readFirstActivityTime } from '../../../jobs/node-store.ts'
import { daysMs } from '../../../jobs/retention-rule.ts'
import { listRuns, readNextRuns } from '../../../jobs/task-store.ts'
import { sellsInTestMode } from '../../../payments/settings/payment-settings.ts'
import { readHeldProjects } from '../../archive/phase/deletion-guard-store.ts'
import { readOldestUncounted } from '../../usage/total-store.ts'
import type { Argon2Limiter } from '../../users/argon2-limiter.ts'
import { findEndedBackups, latestStart } from '../backups/backup-store.ts'
import { readOffsite } from '../backups/offsite-store.ts'
import { findOldestPending } from '../revocations/pending-revocation-store.ts'
import {
  backupView,
  describeBackups,
  describeNode,
  findWarnings,
  nodeView,
  taskView,
} from './find-warnings.ts'
import {
  countMails,
  countWebhooks,
  groupFailingWebhooks,
  groupOldestMails,
  readDatabase,
} from './health-store.ts'
import { readProtection } from './protection-store.ts'

export type HealthContext = DbContext<'engine' | 'clock' | 'config' | 'mail' | 'payments' | 'secrets' | 'log'>

async function findEverything(ctx: HealthContext, now: number) {
  const { db } = ctx
  const nodes = await listNodes(db)
  const offsite = { ...(await readOffsite(db)), kind: ctx.config.backups.to?.kind }
  const backups = describeBackups(await findEndedBackups(db), offsite, latestStart(ctx))
  return {
    nodes: nodes.map((row) => describeNode(row, now)),
    runs: await listRuns(db),
    nextRuns: await readNextRuns(db),
    mails: await groupOldestMails(db),
    failingWebhooks: await groupFailingWebhooks(db, now),
    clockUncertainty: await findClockUncertainty(ctx),
    held: await readHeldProjects(db),
    oldestUncounted: await readOldestUncounted(db),
    backups,
    backupMissingSince: await backupMissingSince(ctx, backups.newestAt, now),
    protection: await readProtection(ctx, now),
    revokedSince: await findOldestPending(db),
    sellsInTestMode: await sellsInTestMode(ctx),
    lacksPublicUrl: lacksPublicUrl(ctx.config),
  }
}

/** Since when the newest backup, or an instance without one, has been too old; null: it is not. */
async function backupMissingSince(
  { db, config }: HealthContext,
  newestAt: number | null,
  now: number,
): Promise<number | null> {
  const days = config.backups.warningDays
  if (days === 0) return null
  const since = newestAt ?? (await readFirstActivityTime(db))
  return since !== undefined && since < now - daysMs(days) ? since : null
}

/** Everything that asks an operator to act, the most urgent first. */
export async function listWarnings(ctx: HealthContext): Promise<InstanceWarning[]> {
  const now = ctx.clock()
  return findWarnings(await findEverything(ctx, now), now)
}

type Found = Awaited<ReturnType<typeof findEverything>>

async function queuesOf({ db, mail }: HealthContext, { mails, failingWebhooks }: Found, now: number) {
  return {
    mail: {
      has_server: mail.hasServer,
      waiting: await countMails(db),
      oldest_at: mails.length > 0 ? wireTime(Math.min(...mails.map(({ oldest }) => oldest))) : null,
      failures: mails.flatMap(({ failure, count }) => (failure === null ? [] : [{ failure, count }])),
    },
    webhooks: {
      ...(await countWebhooks(db, now)),
      failing: failingWebhooks.reduce((sum, { count }) => sum + count, 0),
    },
  }
}

/**
 * How the instance is doing. Its cost is bounded: everything is read from an index, and counting stops at a limit.
 * @param limiter of this process
 */
export async function checkInstanceHealth(
  ctx: HealthContext,
  limiter: Pick<Argon2Limiter, 'load'>,
): Promise<InstanceHealth> {
  const now = ctx.clock()
  const findings = await findEverything(ctx, now)
  const { clockUncertainty, held } = findings
  return {
    checked_at: wireTime(now),
    node: nodeName(ctx.config),
    version,
    node_version: process.versions.node,
    engine: { name: ctx.engine, ...(await readDatabase(ctx)) },
    warnings: findWarnings(findings, now),
    nodes: findings.nodes.map(nodeView),
    tasks: findings.runs.map((run) => taskView(run, findings.nextRuns)),
    ...(await queuesOf(ctx, findings, now)),
    clock_uncertainty: clockUncertainty
      ? { why: clockUncertainty.why, by_ms: clockUncertainty.byMs, since: wireTime(clockUncertainty.since) }
      : null,
    argon2: limiter.load(),
    usage: { oldest_uncounted_at: wireTimeOrNull(findings.oldestUncounted ?? null) },
    backups: backupView(findings.backups),
    brake: held ? { held: held.count, since: wireTimeOrNull(held.since) } : null,
  }
}
