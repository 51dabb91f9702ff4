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
