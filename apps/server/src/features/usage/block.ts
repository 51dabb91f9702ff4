import type { SequenceRange } from '../audit-log/sequence-range.ts'

/**
 * How the activity pages count a million entries quickly. Both chains are numbered without gaps, so they divide into
 * blocks of equal length. Rollups of every full block say how many entries of which kind it has, and from when to
 * when; they depend on the block's own rows only. A count is the sum over the blocks with rollups within a time
 * range, plus the rows of a block at its edge, and of those without rollups. A page is found by going through the
 * blocks and reading the rows of one or two. Writing an entry costs nothing extra.
 */

/** The number of entries in a block: few enough to be read in milliseconds. */
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
