import { type ActivityEntry, activityDigest } from '@envhold/integrity/activity-chain.ts'
import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import { TamperedRowError } from '../../app-error.ts'
import { activity } from '../../db/schema/audit-log.ts'
import type { Row } from '../../db/tables.ts'

/** An entry without its place in a chain. */
export type UnchainedEntry = Omit<
  Row<'activity'>,
  'chain' | 'position' | 'link' | 'mac' | 'mac_before' | 'digest' | 'erasure_mac'
>

/** A row of the activity log as its digest sees it. */
export const activityEntry = (
  row: Omit<UnchainedEntry, 'line' | 'term_id' | 'version' | 'client'>,
): ActivityEntry => ({
  sequence: row.sequence,
  at: row.at,
  eventType: row.event_type,
  category: row.category,
  severity: row.severity,
  description: row.description,
  userId: row.user_id,
  tokenId: row.token_id,
  projectId: row.project_id,
  environmentId: row.environment_id,
  ip: row.ip,
  requestId: row.request_id,
})

/** An entry in its chain, with or without its names and IP addresses. */
export type StoredEntry = Omit<Row<'activity'>, 'link' | 'mac'>

/**
 * What is left of an erased entry does not match its digest any more, so a MAC covers it: only the server erases, and a
 * writer of the database cannot pass off a changed entry as an erased one.
 */
export const erasedEntryMac = activity.mac

const none = new Uint8Array(0)

/**
 * The digest that stands for an entry in its chain: of its content or, once that is erased, the one stored then.
 * @throws TamperedRowError if something else erased it
 */
export function digestOf(secrets: ServerSecrets, row: StoredEntry): Uint8Array {
  if (row.digest === null && row.erasure_mac === null) return activityDigest(activityEntry(row))
  erasedEntryMac.check(secrets, { ...row, mac: row.erasure_mac ?? none })
  return row.digest ?? none
}

/** The MAC of an erased entry under the newest server secret; null for any other. @throws TamperedRowError */
export function renewErasureMac(secrets: ServerSecrets, row: StoredEntry): Uint8Array | null {
  if (row.erasure_mac === null) return null
  erasedEntryMac.check(secrets, { ...row, mac: row.erasure_mac })
  return erasedEntryMac.of(secrets, row)
}

/** What an entry can lose. */
export type Erasable = Pick<StoredEntry, 'description' | 'token_id' | 'ip' | 'request_id'>

/**
 * An entry with less content, and what proves that the server took it away. An entry that something else changed before
 * stays as invalid as it was.
 */
export function withoutContent(secrets: ServerSecrets, row: StoredEntry, left: Erasable): StoredEntry {
  try {
    const erased = { ...row, ...left, digest: digestOf(secrets, row) }
    return { ...erased, erasure_mac: erasedEntryMac.of(secrets, erased) }
  } catch (error) {
    if (!(error instanceof TamperedRowError)) throw error
    return { ...row, ...left }
  }
}
