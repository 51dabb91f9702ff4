import type { Field } from './context.ts'
import { lp, u64, utf8 } from './context.ts'
import { serverMac, verifyServerMac } from './server-mac.ts'
import type { ServerSecrets } from './server-secret.ts'

/** The two chains of entries: what people did, and every call of an API key. */
export type AuditChain = 'activity' | 'usage'

/**
 * Vouches for an entry, its place and, by the MAC of the one before, for all that came earlier (stored-formats.md,
 * 'Audit entry'). 33 bytes: kid and HMAC.
 *
 * @param sequence the entry's place, counted from 1
 * @param previousMac the 33 bytes of the entry before; null for the first
 * @param entry the entry's canonical bytes, which the caller defines
 */
export function auditMac(
  secrets: ServerSecrets,
  chain: AuditChain,
  sequence: number,
  previousMac: Uint8Array | null,
  entry: Uint8Array,
): Uint8Array {
  return serverMac(secrets, (keys) => keys.audit, auditContext(chain, sequence, previousMac, entry))
}

/** Throws VaultError unless `expected` is this entry's MAC under a secret of the ring. */
export function verifyAudit(
  secrets: ServerSecrets,
  chain: AuditChain,
  sequence: number,
  previousMac: Uint8Array | null,
  entry: Uint8Array,
  expected: Uint8Array,
): void {
  verifyServerMac(secrets, (keys) => keys.audit, auditContext(chain, sequence, previousMac, entry), expected)
}

const CHAINS: Readonly<Record<AuditChain, Field>> = { activity: utf8('activity'), usage: utf8('usage') }
const NONE = new Uint8Array(0)

function auditContext(
  chain: AuditChain,
  sequence: number,
  previousMac: Uint8Array | null,
  entry: Uint8Array,
) {
  return lp('eh1/audit', CHAINS[chain], u64(sequence), previousMac ?? NONE, entry)
}
