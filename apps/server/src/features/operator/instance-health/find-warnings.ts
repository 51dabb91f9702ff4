import {
  type InstanceHealth,
  type InstanceNode,
  type InstanceTask,
  type InstanceWarning,
  type WarningKind,
  warningKinds,
} from '@envhold/contract/operator/instance-health.ts'
import { wireTime, wireTimeOrNull } from '../../../http/responses/wire-time.ts'
import type { ClockUncertainty } from '../../../jobs/clock-uncertainty.ts'
import { missingMs, type NodeFacts, readFacts } from '../../../jobs/node-facts.ts'
import type { NodeRow } from '../../../jobs/node-store.ts'
import type { TaskRun } from '../../../jobs/task-store.ts'
import { type BackupRow, verificationOf } from '../backups/backup-store.ts'
import type { BackupsOffsite } from '../backups/offsite-store.ts'
import type { groupFailingWebhooks, MailGroup } from './health-store.ts'
import type { readProtection } from './protection-store.ts'

/** What the warnings are found in. */
interface Found {
  readonly nodes: readonly KnownNode[]
  readonly runs: readonly TaskRun[]
  readonly mails: readonly MailGroup[]
  readonly failingWebhooks: Awaited<ReturnType<typeof groupFailingWebhooks>>
  readonly clockUncertainty: ClockUncertainty | undefined
  readonly held: { readonly count: number; readonly since: number | null } | undefined
  readonly oldestUncounted: number | undefined
  readonly backups: KnownBackups
  /** When the first of what a restored backup lacks was revoked. */
  readonly revokedSince: number | undefined
  readonly sellsInTestMode: boolean
  readonly lacksPublicUrl: boolean
  readonly protection: Awaited<ReturnType<typeof readProtection>>
  /** When the newest backup was made, or the first entry; null while it is new enough, or does not matter. */
  readonly backupMissingSince: number | null
}

const waitMs = 10 * 60_000

interface Details {
  readonly since: number | null
  readonly subject?: string
  readonly count?: number
  readonly failure?: string | null
}

const warn = (kind: WarningKind, { since, subject, count, failure }: Details): InstanceWarning => ({
  kind,
  since: wireTimeOrNull(since),
  subject: subject ?? null,
  count: count ?? null,
  failure: failure ?? null,
})

/** The mail server works: it answered about a recipient or a message, or another version has to fill the mail in. */
const isAboutMessage = ({ failure }: MailGroup) => /^(?:EENVELOPE|EMESSAGE) |^EVARIABLES$/.test(failure ?? '')

function findWaitingMails(mails: readonly MailGroup[], now: number): InstanceWarning[] {
  const stuck = mails.filter((group) => !isAboutMessage(group))
  const since = Math.min(...stuck.map(({ oldest }) => oldest))
  if (stuck.length === 0 || since > now - waitMs) return []
  const [worst] = stuck
    .filter(({ failure }) => failure !== null)
    .toSorted((left, right) => right.count - left.count)
  const count = stuck.reduce((sum, group) => sum + group.count, 0)
  return [warn('mail_waiting', { since, count, failure: worst?.failure ?? null })]
}

const findInNode = ({ id, seen_at, isMissing, known }: KnownNode): InstanceWarning[] => [
  ...(!isMissing && known?.fault
    ? [warn('database_fault', { since: known.fault.since, subject: id, failure: known.fault.text })]
    : []),
  ...(isMissing ? [warn('node_missing', { since: seen_at, subject: id })] : []),
  ...(!isMissing && known && known.disk_low_since !== null
    ? [warn('disk_low', { since: known.disk_low_since, subject: id })]
    : []),
  ...(!isMissing && known && known.clock_off_since !== null
    ? [warn('clock_off', { since: known.clock_off_since, subject: id })]
    : []),
]

const findInBackups = ({ failedAt, invalid, offsite }: KnownBackups): InstanceWarning[] => [
  ...(offsite.kind && offsite.failed ? [warn('backup_not_sent', { since: offsite.failed.since })] : []),
  ...(failedAt === null ? [] : [warn('backup_failed', { since: failedAt })]),
  ...(offsite.kind && offsite.cleanUpFailure !== null
    ? [warn('backup_clean_up_failed', { since: offsite.cleanUpFailedSince })]
    : []),
  ...invalid.map(({ file, at }) => warn('backup_invalid', { since: at, subject: file })),
]

const findInProtection = ({ tampering, failedVerification, unprotected }: Found['protection']) => [
  ...(failedVerification ? [warn('verification_failed', failedVerification)] : []),
  ...(tampering ? [warn('tampering_found', tampering)] : []),
  ...(unprotected > 0 ? [warn('operator_without_factor', { since: null, count: unprotected })] : []),
]

/** Everything that asks an operator to act, the most urgent first. */
export function findWarnings(findings: Found, now: number): InstanceWarning[] {
  const { clockUncertainty, held, oldestUncounted } = findings
  const warnings = [
    ...findInProtection(findings.protection),
    ...findings.nodes.flatMap(findInNode),
    ...(clockUncertainty ? [warn('clock_uncertain', { since: clockUncertainty.since })] : []),
    ...findings.runs
      .filter(({ error }) => error !== null)
      .map(({ name, error, failed_since }) =>
        warn('task_failed', { since: failed_since, subject: name, failure: error }),
      ),
    ...(findings.revokedSince === undefined
      ? []
      : [warn('revocations_pending', { since: findings.revokedSince })]),
    ...findInBackups(findings.backups),
    ...(findings.backupMissingSince === null
      ? []
      : [warn('backup_missing', { since: findings.backupMissingSince })]),
    ...findWaitingMails(findings.mails, now),
    ...findings.failingWebhooks.map(({ provider, count, oldest }) =>
      warn('webhook_failed', { since: oldest, subject: provider, count }),
    ),
    ...(findings.lacksPublicUrl ? [warn('public_url_missing', { since: null })] : []),
    ...(findings.sellsInTestMode ? [warn('payments_in_test_mode', { since: null })] : []),
    ...(held ? [warn('brake_held', held)] : []),
    ...(oldestUncounted !== undefined && oldestUncounted < now - waitMs
      ? [warn('usage_behind', { since: oldestUncounted })]
      : []),
  ]
  return warnings.toSorted(
    (left, right) => warningKinds.indexOf(left.kind) - warningKinds.indexOf(right.kind),
  )
}

interface KnownNode extends NodeRow {
  readonly known: NodeFacts | undefined
  readonly isMissing: boolean
}

export const describeNode = (row: NodeRow, now: number): KnownNode => ({
  ...row,
  known: readFacts(row.facts),
  isMissing: row.seen_at < now - missingMs,
})

export const nodeView = ({
  id,
  version,
  started_at,
  seen_at,
  known,
  isMissing,
}: KnownNode): InstanceNode => ({
  id,
  version,
  started_at: wireTime(started_at),
  seen_at: wireTime(seen_at),
  missing: isMissing,
  facts: known
    ? {
        node_version: known.node,
        platform: known.platform,
        disk: known.disk,
        clock_ahead_ms: known.clock_ahead_ms,
      }
    : null,
})

/** @param next when the tasks are due again that one node runs for all */
export function taskView(run: TaskRun, next: ReadonlyMap<string, number>): InstanceTask {
  const { name, node, started_at, finished_at, ms, changed, error, failed_since } = run
  return {
    name,
    node,
    state: finished_at === null ? 'running' : error === null ? 'done' : 'failed',
    started_at: wireTime(started_at),
    ms,
    changed,
    failure: error,
    failed_since: wireTimeOrNull(failed_since),
    next_run_at: wireTimeOrNull(next.get(name) ?? null),
  }
}

/** What is known of all backups that have ended. */
interface KnownBackups {
  readonly newestAt: number | null
  readonly verifiedAt: number | null
  /** When the newest one failed; null if it did not. */
  readonly failedAt: number | null
  /** Those whose last verification found something wrong. */
  readonly invalid: readonly { readonly file: string; readonly at: number }[]
  readonly offsite: KnownOffsite
}

interface KnownOffsite extends BackupsOffsite {
  /** Where backups go; undefined: they stay on this machine. */
  readonly kind: NonNullable<InstanceHealth['backups']['offsite']>['kind'] | 'pipe' | undefined
}

/** @param ended the newest first; those that began later than `latest` count as none, and may be damaged */
export function describeBackups(
  ended: readonly BackupRow[],
  offsite: KnownOffsite,
  latest: number,
): KnownBackups {
  const begun = ended.filter(({ started_at }) => started_at <= latest)
  const verified = ended.flatMap((row) => {
    const verification = verificationOf(row)
    return verification ? [{ file: row.file, ...verification }] : []
  })
  const valid = verified.filter(({ result }) => result === 'valid').map(({ at }) => at)
  return {
    newestAt: begun.find(({ state }) => state === 'done')?.finished_at ?? null,
    verifiedAt: valid.length > 0 ? Math.max(...valid) : null,
    failedAt: begun[0]?.state === 'failed' ? begun[0].finished_at : null,
    invalid: verified.filter(({ result }) => result === 'invalid'),
    offsite,
  }
}

export const backupView = ({ newestAt, verifiedAt, offsite }: KnownBackups): InstanceHealth['backups'] => ({
  newest_at: wireTimeOrNull(newestAt),
  verified_at: wireTimeOrNull(verifiedAt),
  offsite:
    offsite.kind === undefined || offsite.kind === 'pipe'
      ? null
      : {
          kind: offsite.kind,
          newest_at: wireTimeOrNull(offsite.sent?.at ?? null),
          failed_since: wireTimeOrNull(offsite.failed?.since ?? null),
        },
})
