import type { UsageCall } from '@envhold/integrity/usage-chain.ts'

/** An entry of the usage log. */
export interface UsageEntry extends UsageCall {
  readonly keyId: string
  readonly projectId: number
}
