/**
 * How the activity pages count a million entries quickly. The entries of both chains are numbered without gaps, so they
 * fall into blocks of equal length. For every full block, rollups beside the chain store how many entries of each kind
 * it contains, and their first and last times. A rollup depends on nothing but the rows of its block. A count is the
 * sum over the rolled-up blocks within a time range, plus the rows of blocks at its edge and of blocks that are not
 * rolled up yet. A page is found by walking the blocks and reading the rows of one or two. Appending an entry costs
 * nothing extra.
 */

/** How many entries form a block: few enough to be read in milliseconds. */
export const blockLength = 2_048

/** The entries of the blocks from `first` to `last`. */
export const rangeOfBlocks = (first: number, last = first): SequenceRange => ({
  after: first * blockLength,
  upTo: (last + 1) * blockLength,
})

export const blockOf = (sequence: number): number => Math.floor((sequence - 1) / blockLength)

export const hourMs = 3_600_000

/** The start of the hour that contains a time. */
export const hourStart = (at: number): number => at - (at % hourMs)

/** Consecutive entries of a chain: those after one sequence number, up to and including another. */
export interface SequenceRange {
  readonly after: number
  readonly upTo: number
}
