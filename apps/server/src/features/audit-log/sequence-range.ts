/** Consecutive entries of a chain: those after one sequence number, up to and including another. */
export interface SequenceRange {
  readonly after: number
  readonly upTo: number
}
