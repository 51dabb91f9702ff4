/** Widths in px. */
const minWideWidth = 176
const compactWidth = 40
/** Pinned columns stay in view up to this share of the grid; otherwise nothing would be left to scroll. */
const maxPinnedShare = 0.6
/** Columns this far outside the view are rendered too, in px. */
const overscan = 120

interface Column {
  readonly isCompact: boolean
  readonly isPinned: boolean
}

interface PlacedColumn {
  /** From the left edge of the grid, in px. */
  readonly left: number
  readonly width: number
  /** Stays in view when the grid is scrolled. */
  readonly isSticky: boolean
}

export interface ColumnLayout {
  readonly columns: readonly PlacedColumn[]
  /** Of keys and sticky columns, in px. */
  readonly stickyWidth: number
  readonly totalWidth: number
  /** As `grid-template-columns`. */
  readonly template: string
}

/** Distributes the width of the grid: compact columns have a fixed width, the others share the rest. */
export function layoutColumns(columns: readonly Column[], gridWidth: number, keyWidth: number): ColumnLayout {
  const wide = columns.filter(({ isCompact }) => !isCompact).length
  const free = Math.max(0, gridWidth - keyWidth - (columns.length - wide) * compactWidth)
  const wideWidth = Math.max(minWideWidth, Math.floor(free / Math.max(1, wide)))
  // What whole px leave over, so that the last column ends at the edge.
  let spare = Math.max(0, free - wideWidth * wide)
  let left = keyWidth
  let stickyWidth = keyWidth
  const placed = columns.map(({ isCompact, isPinned }): PlacedColumn => {
    const extra = !isCompact && spare > 0 ? 1 : 0
    spare -= extra
    const width = isCompact ? compactWidth : wideWidth + extra
    const isSticky = isPinned && left + width <= gridWidth * maxPinnedShare && left === stickyWidth
    const column = { left, width, isSticky }
    left += width
    if (isSticky) stickyWidth = left
    return column
  })
  return {
    columns: placed,
    stickyWidth,
    totalWidth: Math.max(left, gridWidth),
    template: [`${keyWidth}px`, ...placed.map(({ width }) => `${width}px`)].join(' '),
  }
}

export interface ColumnRange {
  readonly from: number
  /** Exclusive. */
  readonly to: number
}

/** The columns in view, and some more at both sides. */
export function visibleColumns(
  { columns, stickyWidth }: ColumnLayout,
  scrollLeft: number,
  gridWidth: number,
): ColumnRange {
  const [start, end] = [scrollLeft + stickyWidth - overscan, scrollLeft + gridWidth + overscan]
  const from = columns.findIndex(({ left, width }) => left + width > start)
  if (from < 0) return { from: columns.length, to: columns.length }
  const after = columns.findIndex(({ left }, at) => at >= from && left >= end)
  return { from, to: after < 0 ? columns.length : after }
}
