import { lp, sha256, u64, utf8 } from './context.ts'
import { serverMac, verifyServerMac } from './mac.ts'
import { type RowValue, valueBytes } from './row.ts'
import type { ServerSecrets } from './server-secret.ts'

/** What the activity log contains of one action. */
export interface ActivityEntry {
  /** Its place among the entries of all chains. */
  readonly sequence: number
  /** When it was written, in ms. */
  readonly at: number
  readonly eventType: string
  readonly category: string
  readonly severity: string
  readonly description: string
  readonly userId: number | null
  readonly tokenId: string | null
  readonly projectId: number | null
  readonly environmentId: number | null
  readonly ip: string | null
  readonly requestId: string | null
}

/** A point of a chain of activity: everything up to this position has this link. */
export interface ActivityPoint {
  readonly chain: string
  /** Counted from 1 in each chain. */
  readonly position: number
  readonly link: Uint8Array
}

interface ActivityStep {
  readonly chain: string
  /** The link before; null at the beginning of a chain. */
  readonly previousLink: Uint8Array | null
  readonly position: number
  readonly digest: Uint8Array
}

/** The chain of an entry: that of its project, else that of its user, else that of the instance. */
export function activityChainOf(entry: Pick<ActivityEntry, 'projectId' | 'userId'>): string {
  if (entry.projectId !== null) return `activity/project/${entry.projectId}`
  return entry.userId !== null ? `activity/account/${entry.userId}` : 'activity/instance'
}

/** The 32 bytes that stand for an entry in its chain. */
export function activityDigest(entry: ActivityEntry): Uint8Array {
  const fields: readonly RowValue[] = [
    entry.sequence,
    entry.at,
    entry.eventType,
    entry.category,
    entry.severity,
    entry.description,
    entry.userId,
    entry.tokenId,
    entry.projectId,
    entry.environmentId,
    entry.ip,
    entry.requestId,
  ]
  return sha256(lp('eh1/activity-entry', ...fields.map(valueBytes)))
}

/**
 * The 32 bytes that stand for an entry and everything before it in its chain. Needs no secret, so an owner can
 * recompute the links of a downloaded log.
 */
export function activityLink({ chain, previousLink, position, digest }: ActivityStep): Uint8Array {
  return sha256(lp('eh1/activity-link', utf8(chain), previousLink ?? NONE, u64(position), digest))
}

const NONE = new Uint8Array(0)

/** Authenticates a link and its place. 33 bytes: kid and HMAC. */
export function activityMac(secrets: ServerSecrets, point: ActivityPoint): Uint8Array {
  return serverMac(secrets, (keys) => keys.activity, pointContext(point))
}

/** Throws VaultError unless `expected` is this point's MAC under a secret of the ring. */
export function verifyActivityMac(secrets: ServerSecrets, point: ActivityPoint, expected: Uint8Array): void {
  verifyServerMac(secrets, (keys) => keys.activity, pointContext(point), expected)
}

const pointContext = ({ chain, position, link }: ActivityPoint) =>
  lp('eh1/activity', utf8(chain), u64(position), link)
