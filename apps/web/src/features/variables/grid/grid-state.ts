import type { KeyRow } from './key-rows.ts'
import type { Environments } from './variables-grid-row.tsx'

/** A cell by what it holds, not by where it stands: rows come and go. */
export interface CellName {
  readonly id: number
  readonly key: string
}

/** What the grid shows, and what becomes of what is done in it. */
export interface GridState {
  rows: readonly KeyRow[]
  environments: Environments
  canWrite: boolean
  /** A key whose first cell takes the focus. */
  goTo: { readonly key: string } | undefined
  onEditing: (cell: CellName | undefined) => void
  onTyped: (text: string) => void
  onEdit: (cells: readonly CellName[], value: string | null) => void
  onRevert: (cell: CellName) => void
  /** Esc with nothing to hide. */
  onLeave: () => void
}
