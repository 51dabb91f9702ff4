import type { Field } from './context.ts'
import { lp, u64, utf8 } from './context.ts'
import { serverMac, verifyServerMac } from './server-mac.ts'
import type { ServerSecrets } from './server-secret.ts'

/** The two chains of entries: what users did, and every call of an API key. */
export type AuditChain = 'activity' | 'usage'

/** An entry and its place in a chain. */
export interface AuditLink {
  readonly chain: AuditChain
  /** The entry's place, counted from 1. */
  readonly sequence: number
  /** The 33 bytes of the entry before; null for the first. */
  readonly previousMac: Uint8Array | null
  /** The entry's canonical bytes, which the caller defines. */
  readonly entry: Uint8Array
}

/**
 * Authenticates an entry, its position and, through the MAC of the previous one, everything before it
 * (stored-formats.md, 'Audit entry'). 33 bytes: kid and HMAC.
 */
export function auditMac(secrets: ServerSecrets, link: AuditLink): Uint8Array {
  return serverMac(secrets, (keys) => keys.audit, auditContext(link))
}

/** Throws VaultError unless `expected` is this entry's MAC under a secret of the ring. */
export function verifyAudit(secrets: ServerSecrets, link: AuditLink, expected: Uint8Array): void {
  verifyServerMac(secrets, (keys) => keys.audit, auditContext(link), expected)
}

const CHAINS: Readonly<Record<AuditChain, Field>> = { activity: utf8('activity'), usage: utf8('usage') }
const NONE = new Uint8Array(0)

function auditContext({ chain, sequence, previousMac, entry }: AuditLink) {
  return lp('eh1/audit', CHAINS[chain], u64(sequence), previousMac ?? NONE, entry)
}
