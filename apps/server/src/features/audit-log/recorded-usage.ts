import type { UsageCall } from '@envhold/integrity/usage-chain.ts'
import { countUsage, unpackUsage } from '@envhold/integrity/usage-chain.ts'
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

export type StoredPack = Pick<
  Row<'usage_packs'>,
  'project_id' | 'first_sequence' | 'at' | 'api_key_id' | 'entries' | 'erased'
>

/** The entries of a pack in their order; none if its content is erased. @throws VaultError if it was changed */
export function unpack(pack: StoredPack): RecordedUsage[] {
  if (pack.erased === 1) return []
  // All fields at once: a copy with four more has to grow, for each call.
  return unpackUsage(pack.entries).map((call, index) => ({
    durationUs: call.durationUs,
    requestId: call.requestId,
    status: call.status,
    variables: call.variables,
    environmentId: call.environmentId,
    environmentName: call.environmentName,
    method: call.method,
    endpoint: call.endpoint,
    ip: call.ip,
    calls: call.calls,
    keyId: pack.api_key_id,
    projectId: pack.project_id,
    sequence: pack.first_sequence + index,
    at: pack.at,
  }))
}

/** What some calls of one key with one status come to in one step of time. */
export interface UsageSums {
  readonly api_key_id: string
  readonly status_code: number
  /** The number of the step. */
  readonly step: number
  calls: number
  variables: number
  duration_us: number
  first_at: number
  last_at: number
}

/**
 * Adds up packs. The duration of an entry that counts several calls is their mean.
 * @param stepMs how long a step is
 */
export function sumsOf(packs: readonly StoredPack[], stepMs: number): UsageSums[] {
  const sumsOfKeys = new Map<string, UsageSums[]>()
  for (const { api_key_id, at, entries, erased } of packs) {
    if (erased === 1) continue
    const step = Math.floor(at / stepMs)
    const sums = sumsOfKeys.get(api_key_id) ?? []
    sumsOfKeys.set(api_key_id, sums)
    countUsage(entries, ({ status, calls, variables, durationUs }) => {
      let sum = sums.findLast((one) => one.status_code === status && one.step === step)
      if (!sum) {
        const nothing = { calls: 0, variables: 0, duration_us: 0, first_at: at, last_at: at }
        sum = { api_key_id, status_code: status, step, ...nothing }
        sums.push(sum)
      }
      sum.calls += calls
      sum.variables += variables
      sum.duration_us += durationUs * calls
      sum.first_at = Math.min(sum.first_at, at)
      sum.last_at = Math.max(sum.last_at, at)
    })
  }
  return [...sumsOfKeys.values()].flat()
}

/** Microseconds as milliseconds, to one decimal. */
export const toMs = (us: number) => Math.round(us / 100) / 10
