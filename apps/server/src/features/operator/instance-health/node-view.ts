import type { InstanceNode } from '@envhold/contract/operator/instance-health.ts'
import { wireTime } from '../../../http/wire-time.ts'
import { missingMs, type NodeFacts, readFacts } from '../../../jobs/node-facts.ts'
import type { NodeRow } from '../../../jobs/node-store.ts'

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
