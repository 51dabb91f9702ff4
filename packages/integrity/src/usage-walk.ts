import { sameBytes } from './bytes.ts'
import { type PackedUsage, type UsagePoint, unpackUsage, usageDigest, usageLink } from './usage-chain.ts'

/** A stored row: the entries of one key in one commit. */
export interface UsagePack {
  readonly first: number
  readonly last: number
  readonly at: number
  /** Empty when the content is erased, as is `entries`. */
  readonly apiKeyId: string
  readonly entries: string
  readonly erased: boolean
  readonly digest: Uint8Array
  /** The link and its MAC, in the last pack of a commit; null in the others. */
  readonly link: Uint8Array | null
  readonly mac: Uint8Array | null
}

/** Where a chain is invalid, and why. */
export interface UsageFinding {
  readonly sequence: number
  readonly why: 'missing' | 'changed' | 'unfinished'
}

/** Where a walk begins: after the last trimmed entry, or at 0 with no link. */
export interface UsageStart {
  readonly projectId: number
  readonly sequence: number
  readonly link: Uint8Array | null
}

export interface UsageWalk {
  /** Adds the next pack. @returns null while the chain is valid; nothing may be added after a fault. */
  add(pack: UsagePack): UsageFinding | null
  /** Called after the last pack. @returns a fault if a commit is incomplete. */
  end(): UsageFinding | null
  /** The end of the last complete commit, or the start. */
  reached(): UsageStart
}

/** More packs than any commit has, so that missing MACs cannot fill the memory. */
const maxPacks = 65_536

/**
 * Walks the chain of a project.
 * @param isAuthentic checks the MAC of each commit. Someone without the server secret accepts every MAC and compares
 *   the links with one noted earlier.
 */
export function walkUsage(
  start: UsageStart,
  isAuthentic: (point: UsagePoint, mac: Uint8Array) => boolean,
): UsageWalk {
  const { projectId } = start
  let reached = start
  let position = 0
  let packs: PackedUsage[] = []
  const next = () => (packs.at(-1)?.last ?? reached.sequence) + 1

  function finishCommit(last: number, stored: Uint8Array, mac: Uint8Array): boolean {
    const first = reached.sequence + 1
    const link = usageLink({ projectId, previousLink: reached.link, first, at: position, packs })
    if (!sameBytes(link, stored) || !isAuthentic({ projectId, sequence: last, link }, mac)) return false
    reached = { projectId, sequence: last, link }
    packs = []
    return true
  }

  return {
    add(pack) {
      const sequence = next()
      if (pack.first !== sequence) return { sequence, why: 'missing' }
      const changed: UsageFinding = { sequence, why: 'changed' }
      if (packs.length === 0) position = pack.at
      if (pack.at !== position || packs.length === maxPacks || !isWhole(pack)) return changed
      const { last, link, mac } = pack
      if ((link === null) !== (mac === null)) return changed
      packs.push(pack)
      if (link === null || mac === null) return null
      const { sequence: before } = reached
      return finishCommit(last, link, mac) ? null : { sequence: before + 1, why: 'changed' }
    },
    end: () => (packs.length === 0 ? null : { sequence: reached.sequence + 1, why: 'unfinished' }),
    reached: () => reached,
  }
}

/** Whether a pack has the content that its digest stands for, or none. */
function isWhole({ first, last, apiKeyId, entries, erased, digest }: UsagePack): boolean {
  if (!Number.isSafeInteger(last) || last < first || digest.length !== 32) return false
  if (erased) return apiKeyId === '' && entries === ''
  try {
    return (
      sameBytes(usageDigest(apiKeyId, entries), digest) && unpackUsage(entries).length === last - first + 1
    )
  } catch {
    return false
  }
}
