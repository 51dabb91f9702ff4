import type { AuditChain } from '@envhold/integrity/audit.ts'
import type { Head } from './chain-store.ts'

/** A chain head that an operator noted outside the database. */
export interface NotedHead {
  readonly chain: AuditChain
  readonly sequence: number
  readonly mac: Uint8Array
}

/** `activity:1042:01ab…`: chain, sequence and MAC in hex, as the log prints a head and `--head` accepts it. */
export const headText = (chain: AuditChain, { sequence, mac }: Head): string =>
  `${chain}:${sequence}:${Buffer.from(mac ?? []).toString('hex')}`

const pattern = /^(activity|usage):(0|[1-9]\d{0,15}):([0-9a-f]{66})?$/

/** Returns undefined for text that is not a head. An empty chain has no head to note. */
export function parseHead(text: string): NotedHead | undefined {
  const [, chain, sequence, mac = ''] = pattern.exec(text) ?? []
  if (chain !== 'activity' && chain !== 'usage') return undefined
  if ((sequence === '0') !== (mac === '')) return undefined
  return { chain, sequence: Number(sequence), mac: Buffer.from(mac, 'hex') }
}
