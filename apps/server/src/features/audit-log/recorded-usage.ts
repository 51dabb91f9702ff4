import type { UsageCall } from '@envhold/integrity/usage-chain.ts'
import { unpackUsage } from '@envhold/integrity/usage-chain.ts'
import type { Row } from '../../db/tables.ts'

/** An entry of the usage log. */
export interface UsageEntry extends UsageCall {
  readonly keyId: string
  readonly projectId: number
}

/** An entry of the usage log, as it was recorded. */
export interface RecordedUsage extends UsageEntry {
  /** Its place in the chain of its project. */
  readonly sequence: number
  /** When it was recorded, in ms. */
  readonly at: number
}

/** The entries of a pack in their order; none if its content is erased. @throws VaultError if it was changed */
export function unpack(
  pack: Pick<
    Row<'usage_packs'>,
    'project_id' | 'first_sequence' | 'at' | 'api_key_id' | 'entries' | 'erased'
  >,
): RecordedUsage[] {
  if (pack.erased === 1) return []
  return unpackUsage(pack.entries).map((call, index) => ({
    ...call,
    keyId: pack.api_key_id,
    projectId: pack.project_id,
    sequence: pack.first_sequence + index,
    at: pack.at,
  }))
}

/** Microseconds as milliseconds, to one decimal. */
export const toMs = (us: number) => Math.round(us / 100) / 10
