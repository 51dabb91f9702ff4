import type { GridColumns } from './grid-columns.ts'
import type { KeyRow } from './key-rows.ts'

/** Identifies a cell by environment and key, not by position: rows and columns come and go. */
export interface CellName {
  readonly id: number
  readonly key: string
}

/** The grid's content and callbacks. */
export interface GridState {
  rows: readonly KeyRow[]
  columns: GridColumns
  canWrite: boolean
  /** A key whose first cell is focused. */
  goTo: { readonly key: string } | undefined
  /** `typed`: the text to begin with, instead of the value. */
  onEditing: (cell: CellName | undefined, typed?: string) => void
  onTyped: (text: string) => void
  onEdit: (cells: readonly CellName[], value: string | null) => void
  onRevert: (cell: CellName) => void
  /** Esc without a revealed value. */
  onLeave: () => void
}
