import type { GridColumn, GridColumns } from '../columns/grid-columns.ts'
import type { KeyRow } from '../comparison/key-rows.ts'
import type { CellCommand } from '../rows/grid-navigation.ts'

/** The callbacks shared by all cells; stable, so that memoised rows do not render again. */
export interface CellActions {
  readonly command: (command: CellCommand, row: number, column: number) => void
  readonly copyTo: (row: number, column: number, ids: readonly number[]) => void
  readonly leave: (row: number, column: number) => void
  readonly typed: (text: string) => void
  readonly commit: (row: number, column: number, text: string, focus: FocusAfterEdit) => void
  readonly cancel: (row: number, column: number, focus: FocusAfterEdit) => void
}

/** Where the focus goes when a cell is no longer edited: `elsewhere`, it has gone already. */
export type FocusAfterEdit = 'here' | 'next' | 'previous' | 'elsewhere'

export interface Editing {
  readonly text: string
  readonly before: string
}

export interface GridCellProps {
  columns: GridColumns
  /** Of this cell. */
  environment: GridColumn
  keyRow: KeyRow
  row: number
  column: number
  /** The cell at its left is not rendered. */
  isPlaced: boolean
  /** Of a column that stays in view. */
  stickyLeft: number | undefined
  canWrite: boolean
  stacked: boolean
  active: boolean
  /** Its actions are always rendered: there is no pointer that hovers. */
  touched: boolean
  shown: boolean
  copied: boolean
  editing: Editing | undefined
  actions: CellActions
}
