import type {
  InstanceHealth,
  InstanceNode,
  InstanceTask,
} from '@envhold/contract/operator/instance-health.ts'
import { wireTime, wireTimeOrNull } from '../../../http/wire-time.ts'
import { missingMs, type NodeFacts, readFacts } from '../../../jobs/node-facts.ts'
import type { NodeRow } from '../../../jobs/node-store.ts'
import type { TaskRun } from '../../../jobs/task-store.ts'
import { type BackupRow, verificationOf } from '../backups/backup-store.ts'

export interface KnownNode extends NodeRow {
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
export interface KnownBackups {
  readonly newestAt: number | null
  readonly verifiedAt: number | null
  /** When the newest one failed; null if it did not. */
  readonly failedAt: number | null
  /** Those whose last verification found something wrong. */
  readonly invalid: readonly { readonly file: string; readonly at: number }[]
}

/** @param ended the newest first */
export function describeBackups(ended: readonly BackupRow[]): KnownBackups {
  const [newest] = ended
  const verified = ended.flatMap((row) => {
    const verification = verificationOf(row)
    return verification ? [{ file: row.file, ...verification }] : []
  })
  const valid = verified.filter(({ result }) => result === 'valid').map(({ at }) => at)
  return {
    newestAt: ended.find(({ state }) => state === 'done')?.finished_at ?? null,
    verifiedAt: valid.length > 0 ? Math.max(...valid) : null,
    failedAt: newest?.state === 'failed' ? newest.finished_at : null,
    invalid: verified.filter(({ result }) => result === 'invalid'),
  }
}

export const backupView = ({ newestAt, verifiedAt }: KnownBackups): InstanceHealth['backups'] => ({
  newest_at: wireTimeOrNull(newestAt),
  verified_at: wireTimeOrNull(verifiedAt),
})
