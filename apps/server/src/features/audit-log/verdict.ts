/** A point of a chain: everything up to this sequence number has this link. An empty chain is at 0 without one. */
export interface ChainPoint {
  readonly sequence: number
  readonly link: Uint8Array | null
}

/** A point that was noted outside the database. */
export interface NotedPoint extends ChainPoint {
  /** Such as `usage/7`. */
  readonly chain: string
}

/** The result of verifying a chain. */
export interface Verdict {
  readonly chain: string
  /** How many entries are valid. */
  readonly entries: number
  /** The first invalid entry and the reason; null when the whole chain is valid. */
  readonly broken: { readonly sequence: number; readonly why: string } | null
  /** How far the chain is valid. */
  readonly head: ChainPoint
  /** Noted points of entries that were trimmed since, so there is nothing left to compare them with. */
  readonly trimmed: readonly NotedPoint[]
}

/** What is verified of the audit logs: the chains of each, and the roots over the ends of both. */
export type LogPart = 'activity' | 'usage' | 'roots'

/** What verifying a part found. */
export interface PartVerdict {
  readonly chains: number
  /** How many entries are valid. */
  readonly entries: number
  /** How many problems there are. */
  readonly found: number
  /** The first ones. */
  readonly listed: readonly { readonly item: string; readonly message: string }[]
}

/** Whether a check throws nothing. */
export function isPassed(check: () => unknown): boolean {
  try {
    check()
    return true
  } catch {
    return false
  }
}
