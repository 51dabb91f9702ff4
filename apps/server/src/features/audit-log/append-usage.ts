import { auditMac } from '@envhold/integrity/audit.ts'
import type { Within } from '../../context.ts'
import type { UsageTable } from '../../db/log-tables.ts'
import { insertUsage, lockHead, moveHead } from './chain-store.ts'
import { entryDigest } from './entry-digest.ts'

/** The content of one row of the usage log. */
export interface UsageEntry {
  readonly keyId: string
  readonly projectId: number
  readonly environmentId: number | null
  readonly environmentName: string
  readonly method: string
  readonly endpoint: string
  readonly status: number
  readonly variables: number
  readonly durationUs: number
  readonly ip: string
  readonly requestId: string
  /** How many calls the row counts. */
  readonly calls: number
}

/**
 * Hashes the fields that the chain authenticates, in this order. The digest is stored, so the content can be erased.
 */
export const usageDigest = (row: Omit<UsageTable, 'mac' | 'digest' | 'erased'>): Uint8Array =>
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

/** Appends rows to the usage chain. The chain's head stays locked until the transaction ends. */
export async function appendUsage(
  tx: Within<'engine' | 'clock' | 'secrets'>,
  entries: readonly UsageEntry[],
): Promise<void> {
  if (entries.length === 0) return
  let head = await lockHead(tx, 'usage')
  const at = tx.clock()
  const rows = entries.map((entry) => {
    const row = {
      sequence: head.sequence + 1,
      at,
      api_key_id: entry.keyId,
      project_id: entry.projectId,
      environment_id: entry.environmentId,
      environment_name: entry.environmentName,
      method: entry.method,
      endpoint: entry.endpoint,
      status_code: entry.status,
      variables_count: entry.variables,
      duration_us: entry.durationUs,
      ip: entry.ip,
      request_id: entry.requestId,
      calls: entry.calls,
    }
    const digest = usageDigest(row)
    const mac = auditMac(tx.secrets, {
      chain: 'usage',
      sequence: row.sequence,
      previousMac: head.mac,
      entry: digest,
    })
    head = { sequence: row.sequence, mac }
    return { ...row, erased: 0, digest, mac }
  })
  await insertUsage(tx.db, rows)
  await moveHead(tx.db, 'usage', head)
}
