import type { GridColumns } from '../columns/grid-columns.ts'
import type { FoldedRows } from './use-folded-rows.ts'

/** Identifies a cell by environment and key, not by position: rows and columns come and go. */
export interface CellName {
  readonly id: number
  readonly key: string
}

/** The grid's content and callbacks. */
export interface GridState {
  folded: FoldedRows
  columns: GridColumns
  canWrite: boolean
  /** A key whose first cell is focused, or the first row. */
  goTo: { readonly key: string | undefined } | undefined
  /** `typed`: the text to begin with, instead of the value. */
  onEditing: (cell: CellName | undefined, typed?: string) => void
  onTyped: (text: string) => void
  onEdit: (cells: readonly CellName[], value: string | null) => void
  onRevert: (cell: CellName) => void
  /** Esc without a revealed value. */
  onLeave: () => void
}
