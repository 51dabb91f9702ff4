import { type AuditLink, verifyAudit } from '@envhold/integrity/audit.ts'
import { sameBytes } from '@envhold/integrity/same-bytes.ts'
import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import { type Kysely, sql } from 'kysely'
import { StorageRejection } from '../storage-rejection.ts'
import type { Row, Tables } from '../tables.ts'
import { entryDigest } from './former-digest.ts'

/** A row of the one activity chain that preceded the chains of projects and accounts. */
export type ActivityBefore = Omit<
  Row<'activity'>,
  'chain' | 'position' | 'link' | 'mac_before' | 'digest' | 'erasure_mac'
>

/** The digest of such a row. Never changes. */
export const activityDigestBefore = (row: Omit<ActivityBefore, 'mac'>): Uint8Array =>
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

const pageLength = 1_000

/**
 * Walks the chain of all activity from its start to its head, one page at a time.
 * @throws StorageRejection at the first entry that does not verify
 */
export async function* walkActivityBefore(
  db: Kysely<Tables>,
  secrets: ServerSecrets,
): AsyncGenerator<readonly ActivityBefore[]> {
  let sequence = 0
  let previousMac: Uint8Array | null = null
  for (;;) {
    const page: readonly ActivityBefore[] = await db
      .selectFrom('activity')
      .selectAll()
      .where('sequence', '>', sequence)
      .orderBy('sequence')
      .limit(pageLength)
      .execute()
    for (const row of page) {
      if (row.sequence !== ++sequence) throw invalid(sequence, 'is missing')
      const entry = activityDigestBefore(row)
      if (!isLinked(secrets, { chain: 'activity', sequence, previousMac, entry }, row.mac))
        throw invalid(sequence, 'was changed')
      previousMac = row.mac
    }
    yield page
    if (page.length < pageLength) break
  }
  const head = await sql<{ sequence: number; mac: Uint8Array | null }>`
    select sequence, mac from chain_heads where chain = 'activity'`.execute(db)
  const [end] = head.rows
  const isEnd = end?.sequence === sequence && sameBytes(end.mac ?? none, previousMac ?? none)
  if (!isEnd) throw invalid(sequence + 1, 'is missing, or the head of the chain was changed')
}

const none = new Uint8Array(0)

function isLinked(secrets: ServerSecrets, link: AuditLink, mac: Uint8Array): boolean {
  try {
    verifyAudit(secrets, link, mac)
    return true
  } catch {
    return false
  }
}

const invalid = (sequence: number, why: string) =>
  new StorageRejection(
    `The activity log cannot be divided into chains, because it is not valid: entry ${sequence} ${why}. Nothing was changed. Verify it with the version before (npm run audit:verify), and see "When something is broken" in docs/runbooks/verify.md.`,
  )
