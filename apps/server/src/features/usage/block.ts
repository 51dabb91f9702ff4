import type { SequenceRange } from '../audit-log/sequence-range.ts'

/**
 * How the activity pages count a million entries in no time. Both chains are numbered without gaps, so they fall into
 * blocks of equal length. Of every full block, tallies beside the chain say how many entries it holds of what kind, and
 * from when to when; nothing but the block's own rows decides what they say. A count is the sum over the tallied
 * blocks that lie within a time range, plus the rows themselves of a block that lies across its edge, and of those not
 * tallied yet. A page is found by walking the blocks and reading the rows of one or two. Whoever writes an entry pays
 * nothing for it.
 */

/** So many entries make a block: few enough to be read in milliseconds. */
export const blockLength = 2_048

/** The blocks from `first` to `last`. */
export const rangeOfBlocks = (first: number, last = first): SequenceRange => ({
  after: first * blockLength,
  upTo: (last + 1) * blockLength,
})

export const blockOf = (sequence: number): number => Math.floor((sequence - 1) / blockLength)

export const hourMs = 3_600_000

/** When the hour that holds a time began. */
export const hourStart = (at: number): number => at - (at % hourMs)
