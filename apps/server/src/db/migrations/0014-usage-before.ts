import { type AuditLink, verifyAudit } from '@envhold/integrity/audit.ts'
import { verifyRow } from '@envhold/integrity/row.ts'
import { sameBytes } from '@envhold/integrity/same-bytes.ts'
import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import { type Kysely, sql } from 'kysely'
import { StorageRejection } from '../storage-rejection.ts'
import type { Tables } from '../tables.ts'
import { entryDigest } from './former-digest.ts'

/** A row of the one usage chain that preceded the chains of the projects. */
export interface UsageBefore {
  sequence: number
  erased: number
  digest: Uint8Array
  at: number
  api_key_id: string
  project_id: number
  environment_id: number | null
  environment_name: string
  method: string
  endpoint: string
  status_code: number
  variables_count: number
  duration_us: number
  ip: string
  request_id: string
  calls: number
  mac: Uint8Array
}

/** The digest of such a row. Never changes. */
export const usageDigestBefore = (row: Omit<UsageBefore, 'mac' | 'digest' | 'erased'>): Uint8Array =>
  entryDigest([
    row.at,
    row.api_key_id,
    row.project_id,
    row.environment_id,
    row.environment_name,
    row.method,
    row.endpoint,
    row.status_code,
    row.variables_count,
    row.duration_us,
    row.ip,
    row.request_id,
    // Omitted for a row of one call, so that rows written before this column existed keep their digest.
    ...(row.calls === 1 ? [] : [row.calls]),
  ])

interface Link {
  readonly sequence: number
  readonly mac: Uint8Array | null
}

const pageLength = 1_000

/**
 * Walks the chain of all usage from its start to its head, one page at a time.
 * @throws StorageRejection at the first entry that does not verify
 */
export async function* walkUsageBefore(
  db: Kysely<Tables>,
  secrets: ServerSecrets,
): AsyncGenerator<readonly UsageBefore[]> {
  let { sequence, mac: previousMac } = await readStart(db, secrets)
  for (;;) {
    const { rows: page } = await sql<UsageBefore>`
      select * from usage where sequence > ${sequence} order by sequence limit ${sql.lit(pageLength)}`.execute(
      db,
    )
    for (const row of page) {
      if (row.sequence !== ++sequence) throw invalid(sequence, 'is missing')
      const entry = row.digest
      if (!isWhole(row) || !isLinked(secrets, { chain: 'usage', sequence, previousMac, entry }, row.mac))
        throw invalid(sequence, 'was changed')
      previousMac = row.mac
    }
    yield page
    if (page.length < pageLength) break
  }
  const end = await readLink(db, 'usage')
  const isEnd = end?.sequence === sequence && sameBytes(end.mac ?? none, previousMac ?? none)
  if (!isEnd) throw invalid(sequence + 1, 'is missing, or the head of the chain was changed')
}

const none = new Uint8Array(0)

const isWhole = (row: UsageBefore): boolean =>
  row.erased === 0
    ? sameBytes(usageDigestBefore(row), row.digest)
    : [row.api_key_id, row.environment_name, row.endpoint, row.ip, row.request_id].every(
        (text) => text === '',
      )

function isLinked(secrets: ServerSecrets, link: AuditLink, mac: Uint8Array): boolean {
  try {
    verifyAudit(secrets, link, mac)
    return true
  } catch {
    return false
  }
}

async function readLink(db: Kysely<Tables>, chain: string): Promise<Link | undefined> {
  const { rows } = await sql<Link>`select sequence, mac from chain_heads where chain = ${chain}`.execute(db)
  return rows[0]
}

/** The link before the first stored row: the last one that was trimmed. */
async function readStart(db: Kysely<Tables>, secrets: ServerSecrets): Promise<Link> {
  const [start, seal] = [await readLink(db, 'usage-start'), await readLink(db, 'usage-start-seal')]
  if (!start && !seal) return { sequence: 0, mac: null }
  if (!start?.mac || !seal?.mac || !isSealed(secrets, { ...start, mac: start.mac }, seal.mac))
    throw invalid(1, 'is missing, and the server did not trim it')
  return start
}

function isSealed(
  secrets: ServerSecrets,
  { sequence, mac: link }: { readonly sequence: number; readonly mac: Uint8Array },
  mac: Uint8Array,
): boolean {
  try {
    verifyRow(secrets, { table: 'chain_heads', id: 'usage-start', fields: { sequence, link } }, mac)
    return true
  } catch {
    return false
  }
}

const invalid = (sequence: number, why: string) =>
  new StorageRejection(
    `The usage log cannot be divided into chains, because it is not valid: entry ${sequence} ${why}. Nothing was changed. Verify it with the version before (npm run audit:verify), and see "When something is broken" in docs/runbooks/verify.md.`,
  )
