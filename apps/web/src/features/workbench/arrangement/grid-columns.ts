import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { ArrangedColumn } from './column-settings.ts'
import { groupByPrefix } from './fold-keys.ts'

/** A column that is shown. */
export interface GridColumn {
  readonly id: number
  readonly name: string
  readonly environment: Environment
  /** Its cell in a row: cells stay in the order of the environments when columns are moved. */
  readonly cell: number
  readonly isCompact: boolean
  readonly isPinned: boolean
}

/** A column in the list of all columns. */
export interface ListedColumn extends ArrangedColumn {
  readonly name: string
  readonly environment: Environment
}

/** The columns that are shown. */
export interface GridColumns {
  /** All columns, in their order. */
  readonly arranged: readonly ArrangedColumn[]
  /** From left to right. */
  readonly list: readonly GridColumn[]
  /** The names of the compared environments, as cells in a row. */
  readonly names: readonly string[]
}

export const noColumns: GridColumns = { arranged: [], list: [], names: [] }

/**
 * The columns of `arranged` that are shown.
 * @param compared the shown environments, in their own order
 */
export function gridColumns(
  compared: readonly Environment[],
  arranged: readonly ArrangedColumn[],
  shown: readonly ArrangedColumn[],
): GridColumns {
  const list = shown.flatMap(({ id, width, isPinned }): GridColumn[] => {
    const cell = compared.findIndex((environment) => environment.id === id)
    const environment = compared[cell]
    if (!environment) return []
    return [{ id, name: environment.name, environment, cell, isCompact: width === 'compact', isPinned }]
  })
  return { arranged, list, names: compared.map(({ name }) => name) }
}

/** Shorter lists are not folded. */
const foldedFrom = 12

/** Folds columns with the same first words, at the place of their first one, if there are many columns in all. */
export const foldColumns = <C extends { readonly name: string }>(columns: readonly C[], isMany: boolean) => {
  const byName = new Map(columns.map((column) => [column.name, column]))
  const groups = isMany
    ? groupByPrefix(columns.map(({ name }) => name))
    : columns.map(({ name }) => ({ prefix: '', names: [name] }))
  return groups.map(({ prefix, names }) => ({
    prefix: prefix === '' ? undefined : prefix,
    columns: names.flatMap((name) => byName.get(name) ?? []),
  }))
}

export const isManyColumns = (count: number): boolean => count >= foldedFrom

/** At most four characters for the head of a compact column: of the last word, which tells it from its siblings. */
export function shortName(name: string): string {
  const last = name.split(/[-_]/).findLast(Boolean) ?? name
  return /^\d+$/.test(last) ? last.slice(-4) : last.slice(0, 4)
}

/** Widths in px. */
const minWideWidth = 176
const compactWidth = 40
/** Pinned columns stay in view up to this share of the grid; otherwise nothing would be left to scroll. */
const maxPinnedShare = 0.6
/** Columns this far outside the view are rendered too, in px. */
const overscan = 120

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
export function layoutColumns(
  columns: readonly Pick<GridColumn, 'isCompact' | 'isPinned'>[],
  gridWidth: number,
  keyWidth: number,
): ColumnLayout {
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
