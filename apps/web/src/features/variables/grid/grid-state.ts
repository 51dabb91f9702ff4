import type { KeyRow } from './key-rows.ts'
import type { Environments } from './variables-grid-row.tsx'

/** Identifies a cell by environment and key, not by position: rows come and go. */
export interface CellName {
  readonly id: number
  readonly key: string
}

/** The grid's content and callbacks. */
export interface GridState {
  rows: readonly KeyRow[]
  environments: Environments
  canWrite: boolean
  /** A key whose first cell is focused. */
  goTo: { readonly key: string } | undefined
  onEditing: (cell: CellName | undefined) => void
  onTyped: (text: string) => void
  onEdit: (cells: readonly CellName[], value: string | null) => void
  onRevert: (cell: CellName) => void
  /** Esc without a revealed value. */
  onLeave: () => void
}
