import type { UsageCall } from '@envhold/integrity/usage-entries.ts'

/** An entry of the usage log. */
export interface UsageEntry extends UsageCall {
  readonly keyId: string
  readonly projectId: number
}
