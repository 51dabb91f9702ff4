/** A list as it was when it was counted. */
export interface CountedList<Row> {
  readonly total: number
  /** When its oldest entry was written; null for an empty list. */
  readonly oldest: number | null
  /** The newest first. */
  page(at: { readonly offset: number; readonly limit: number }): Promise<Row[]>
  /** All of it, the newest first, in groups of about a thousand. */
  groups(): AsyncIterable<readonly Row[]>
}
