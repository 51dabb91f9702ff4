import { createHash } from 'node:crypto'
import { type Field, lp, u32, u64, utf8 } from './context.ts'
import { serverMac, verifyServerMac } from './mac.ts'
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

/** The end of a chain, as a root covers it. */
export interface RootPoint {
  /** Such as `usage/7` or `activity/project/7`. */
  readonly chain: string
  readonly sequence: number
  /** When the entry at the end was written, in ms. */
  readonly at: number
  readonly link: Uint8Array
}

/** What a root states: at that time, the chains ended at these points. */
export interface Root {
  /** Counted from 1. */
  readonly number: number
  /** The MAC of the root before; null for the first. */
  readonly previousMac: Uint8Array | null
  /** When it was written, in ms. */
  readonly at: number
  /** How many chains there were. */
  readonly chains: number
  /** Over their points. */
  readonly digest: Uint8Array
}

export interface RootDigest {
  /** Adds the next point. They come in the order of the UTF-8 bytes of their chains. */
  add(point: RootPoint): void
  /** Called once, after the last point. @returns 32 bytes */
  finish(): Uint8Array
}

/** Hashes the points of a root without holding them all. */
export function rootDigest(): RootDigest {
  const hash = createHash('sha256').update(lp('eh1/root-points'))
  return {
    add: ({ chain, sequence, at, link }) => {
      const name = utf8(chain)
      hash.update(Buffer.concat([u32(name.length), name, u64(sequence), u64(at), link]))
    },
    finish: () => hash.digest(),
  }
}

/** Authenticates a root and, through the MAC of the one before, all earlier ones. 33 bytes: kid and HMAC. */
export function rootMac(secrets: ServerSecrets, root: Root): Uint8Array {
  return serverMac(secrets, (keys) => keys.root, rootContext(root))
}

/** Throws VaultError unless `expected` is this root's MAC under a secret of the ring. */
export function verifyRootMac(secrets: ServerSecrets, root: Root, expected: Uint8Array): void {
  verifyServerMac(secrets, (keys) => keys.root, rootContext(root), expected)
}

const rootContext = ({ number, previousMac, at, chains, digest }: Root) =>
  lp('eh1/root', u64(number), previousMac ?? NONE, u64(at), u64(chains), digest)
