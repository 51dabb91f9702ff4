import { hash } from 'node:crypto'
import { lp, u64, utf8 } from './context.ts'
import { serverMac, verifyServerMac } from './server-mac.ts'
import type { ServerSecrets } from './server-secret.ts'

/** The entries of one key in one commit, and where they end in the chain of their project. */
export interface PackedUsage {
  /** The sequence number of its last entry. */
  readonly last: number
  readonly digest: Uint8Array
}

/** What one commit appends to the chain of a project. */
export interface UsageCommit {
  readonly projectId: number
  /** The link before; null at the beginning of a chain. */
  readonly previousLink: Uint8Array | null
  /** The sequence number of its first entry, counted from 1 in each project. */
  readonly first: number
  /** When it was written, in ms. */
  readonly at: number
  /** In the order of their sequence numbers. */
  readonly packs: readonly PackedUsage[]
}

/** A point of a project's chain: everything up to this sequence number has this link. */
export interface UsagePoint {
  readonly projectId: number
  readonly sequence: number
  readonly link: Uint8Array
}

const sha256 = (context: Uint8Array): Uint8Array => hash('sha256', context, 'buffer')

/** The 32 bytes that stand for a pack's content in the chain, and remain when the content is erased. */
export function usageDigest(apiKeyId: string, entries: string): Uint8Array {
  return sha256(lp('eh1/usage-pack', utf8(apiKeyId), utf8(entries)))
}

/**
 * The 32 bytes that stand for a commit and everything before it in the project. Needs no secret, so an owner can
 * recompute the links of a downloaded log.
 */
export function usageLink({ projectId, previousLink, first, at, packs }: UsageCommit): Uint8Array {
  const ends = packs.flatMap(({ last, digest }) => [u64(last), digest])
  return sha256(
    lp('eh1/usage-link', u64(projectId), previousLink ?? NONE, u64(first), u64(at), Buffer.concat(ends)),
  )
}

const NONE = new Uint8Array(0)

/** Authenticates a link and its place. 33 bytes: kid and HMAC. */
export function usageMac(secrets: ServerSecrets, point: UsagePoint): Uint8Array {
  return serverMac(secrets, (keys) => keys.usage, pointContext(point))
}

/** Throws VaultError unless `expected` is this point's MAC under a secret of the ring. */
export function verifyUsageMac(secrets: ServerSecrets, point: UsagePoint, expected: Uint8Array): void {
  verifyServerMac(secrets, (keys) => keys.usage, pointContext(point), expected)
}

const pointContext = ({ projectId, sequence, link }: UsagePoint) =>
  lp('eh1/usage', u64(projectId), u64(sequence), link)
