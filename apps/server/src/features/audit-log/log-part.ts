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
