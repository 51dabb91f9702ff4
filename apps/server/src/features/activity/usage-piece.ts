/**
 * How calls of many projects become one list, ordered by time, project and sequence number. Each project's chain is
 * numbered by itself, so the list is assembled from pieces: the rolled-up blocks of each project, and what follows
 * them. A piece is known by its number of entries and the times of the first and the last of them. From these follows
 * which pieces a page can come from, so only those are read.
 */

/** Consecutive packs of a project's usage. */
export interface UsageStretch {
  readonly projectId: number
  /** The packs that begin after this sequence number, up to and including the other one. */
  readonly after: number
  readonly upTo: number
  /** Changes when entries are erased. */
  readonly generation: number
}

/** How many entries of a stretch a list contains, and their times. */
export interface PieceCount {
  readonly entries: number
  readonly firstAt: number
  readonly lastAt: number
}

export interface UsagePiece extends UsageStretch, PieceCount {}

/** A range of time, both ends included. */
export interface TimeSpan {
  readonly from: number
  readonly until: number
}

/** The parts of pieces that lie in a span of time, as far as their first and last times tell. */
export const clipPieces = (pieces: readonly UsagePiece[], { from, until }: TimeSpan): UsagePiece[] =>
  pieces.flatMap((piece) =>
    piece.lastAt < from || piece.firstAt > until
      ? []
      : { ...piece, firstAt: Math.max(piece.firstAt, from), lastAt: Math.min(piece.lastAt, until) },
  )

/** The most entries that pieces can contain. */
export const sumOfEntries = (pieces: readonly Pick<PieceCount, 'entries'>[]): number =>
  pieces.reduce((sum, { entries }) => sum + entries, 0)
