/**
 * The audit log. What people do is appended to the `activity` chain, in the transaction that does it. Every API key
 * call is appended to the `usage` chain before its response is sent. Each entry carries an HMAC under the server secret
 * over itself and the entry before it, so write access to the tables is not enough to rewrite history.
 */

import { type EventType, eventTypes, type Severity } from '@envhold/contract/event-types.ts'
import { auditMac } from '@envhold/integrity/audit.ts'
import type { Within } from '../../context.ts'
import type { ActivityTable } from '../../db/log-tables.ts'
import type { Origin } from '../../http/route.ts'
import { insertActivity, lockHead, moveHead } from './chain-store.ts'
import { entryDigest } from './entry-digest.ts'

export interface ActivityEvent {
  readonly type: EventType
  readonly severity: Severity
  /** Contains names only, never values. */
  readonly description: string
  readonly userId: number | null
  readonly tokenId?: string | null
  readonly projectId?: number | null
  readonly environmentId?: number | null
  readonly origin: Origin | null
}

const maxDescriptionLength = 1_000

/** Hashes the fields that the chain authenticates, in this order. */
export const activityDigest = (row: Omit<ActivityTable, 'mac'>): Uint8Array =>
  entryDigest([
    row.at,
    row.event_type,
    row.category,
    row.severity,
    row.description,
    row.user_id,
    row.token_id,
    row.project_id,
    row.environment_id,
    row.ip,
    row.request_id,
  ])

/**
 * Appends events in the transaction that they describe. The chain's head stays locked until the transaction ends, so
 * this is the last step of a transaction.
 */
export async function appendActivity(
  tx: Within<'engine' | 'clock' | 'secrets'>,
  events: readonly ActivityEvent[],
): Promise<void> {
  let head = await lockHead(tx, 'activity')
  const rows = events.map((event) => {
    const entry = {
      sequence: head.sequence + 1,
      at: tx.clock(),
      event_type: event.type,
      category: eventTypes[event.type],
      severity: event.severity,
      description: event.description.slice(0, maxDescriptionLength),
      user_id: event.userId,
      token_id: event.tokenId ?? null,
      project_id: event.projectId ?? null,
      environment_id: event.environmentId ?? null,
      ip: event.origin?.ip ?? null,
      request_id: event.origin?.requestId ?? null,
    }
    const mac = auditMac(tx.secrets, {
      chain: 'activity',
      sequence: entry.sequence,
      previousMac: head.mac,
      entry: activityDigest(entry),
    })
    head = { sequence: entry.sequence, mac }
    return { ...entry, mac }
  })
  await insertActivity(tx.db, rows)
  await moveHead(tx.db, 'activity', head)
}
