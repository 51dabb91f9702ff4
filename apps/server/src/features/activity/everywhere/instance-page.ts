/** A part of a log of the whole instance. */
export interface InstancePage<Entry> {
  /** The newest first. */
  readonly entries: readonly Entry[]
  /** Where the next part begins; null: nothing older matches. */
  readonly next: string | null
  /** How far the log was searched, if there is more to search and the page is not full. */
  readonly searchedTo: number | null
}

export interface WantedPage {
  readonly before?: string | undefined
  readonly limit: number
  /** How many entries of activity are searched at most, or how many packs of calls. */
  readonly searched?: number | undefined
}
