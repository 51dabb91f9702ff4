import type { Cell } from '../comparison/key-rows.ts'
import type { CellName, GridPosition, WorkbenchState } from './state.ts'

export const isCell = (name: CellName | undefined, key: string, id: number): boolean =>
  name?.key === key && (name.id === undefined || name.id === id)

/** The row that has the tab stop. */
export const activeRow = ({ at, lines }: Pick<WorkbenchState, 'at' | 'lines'>) =>
  Math.max(0, Math.min(at.row, lines.length - 1))

/** What a cell beside others shows of the page; the numbers are added. */
export const cellFlags = { active: 1, revealed: 2, copied: 4, menu: 8 } as const

/** They are one number, as hundreds of cells ask with each change. */
export const flagsOfCell = (state: WorkbenchState, key: string, id: number, at: GridPosition): number =>
  (activeRow(state) === at.row && state.at.column === at.column ? cellFlags.active : 0) |
  (isCell(state.revealed, key, id) ? cellFlags.revealed : 0) |
  (isCell(state.copied, key, id) ? cellFlags.copied : 0) |
  (state.menu?.row === at.row && state.menu.column === at.column ? cellFlags.menu : 0)

/** The environment of a column beside others. */
export const environmentAt = ({ columns }: WorkbenchState, column: number) => columns.list[column - 1]

/** The key of a row; undefined for a prefix. */
export function keyAt({ lines }: WorkbenchState, row: number): string | undefined {
  const line = lines[row]
  return line?.kind === 'key' ? line.key : undefined
}

/** A cell beside others. */
export function cellAt(state: WorkbenchState, { row, column }: GridPosition): Cell | undefined {
  const at = environmentAt(state, column)?.cell
  const key = keyAt(state, row)
  return at === undefined || key === undefined ? undefined : state.rows.get(key)?.cells[at]
}

/** What a command at a position is about. Beside others, the key alone has no value. */
export function targetAt(state: WorkbenchState, { row, column }: GridPosition) {
  const key = keyAt(state, row)
  if (key === undefined) return undefined
  const { layout, environment, variables } = state
  if (layout === 'table')
    return { key, id: environment.id, value: variables.get(key)?.value, isUnread: false }
  const id = environmentAt(state, column)?.id
  const cell = cellAt(state, { row, column })
  return { key, id, value: cell?.value, isUnread: cell === undefined || cell.state === 'unread' }
}

/** The cell at a position, if its value can be edited: it was read, and the user may write. */
export function editableAt(state: WorkbenchState, at: GridPosition) {
  const { key, id, value, isUnread } = targetAt(state, at) ?? {}
  if (key === undefined || id === undefined || isUnread || !state.canWrite) return undefined
  return { key, id, value }
}

/** Whether the value at a position beside others is in the clear. */
export function isRevealedAt(state: WorkbenchState, { row, column }: GridPosition): boolean {
  const [key, id] = [keyAt(state, row), environmentAt(state, column)?.id]
  return key !== undefined && id !== undefined && isCell(state.revealed, key, id)
}

/** The row nearest to `to` that has cells, in the direction from `from` if there is one; -1 without any. */
export function nearestKeyRow({ lines }: Pick<WorkbenchState, 'lines'>, from: number, to: number): number {
  const step = to < from ? -1 : 1
  const isKey = (at: number) => lines[at]?.kind === 'key'
  for (let at = to; at >= 0 && at < lines.length; at += step) if (isKey(at)) return at
  for (let at = to - step; at >= 0 && at < lines.length; at -= step) if (isKey(at)) return at
  return -1
}

/** The first row that has cells; -1 without any. */
export const firstKeyRow = (state: Pick<WorkbenchState, 'lines'>) => nearestKeyRow(state, 0, 0)

/** Columns that the focus reaches in a row of the table: the row, reveal, copy and more; edit and delete for writers, as far as they are drawn. */
export function columnsOfRow({ lines, layout, columns, canWrite }: WorkbenchState, row: number) {
  if (layout !== 'table') return columns.list.length + 1
  if (lines[row]?.kind === 'prefix') return 1
  if (window.matchMedia('(width < 48rem)').matches) return 3
  if (!canWrite) return 4
  return window.matchMedia('(width < 64rem)').matches ? 5 : 6
}
