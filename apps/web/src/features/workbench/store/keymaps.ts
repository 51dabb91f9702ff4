import { type Command, commandsByKey } from './row-commands.ts'
import type { GridPosition } from './state.ts'

export interface GridSize {
  readonly rows: number
  /** Column 0 included. */
  readonly columns: number
  /** Rows that one page holds. */
  readonly page: number
}

interface KeyPress {
  readonly key: string
  /** With Ctrl or ⌘. */
  readonly withControl: boolean
}

type KeyAction =
  | { readonly kind: 'move'; readonly to: GridPosition }
  | { readonly kind: 'command'; readonly command: Command }
  | { readonly kind: 'leave' }

/** The keys of a table, or of values side by side. */
export interface Keymap {
  readonly commands: ReadonlyMap<string, Command>
  /** Where Home and End move without Ctrl: to the ends of the row, or to the first and last row. */
  readonly homeAndEnd: 'row' | 'column'
  /** Whether a command applies in this column; otherwise the page handles the key. */
  readonly accepts: (command: Command, column: number) => boolean
}

export const tableKeymap: Keymap = {
  commands: commandsByKey('table'),
  homeAndEnd: 'column',
  // The browser handles Enter and Space on a focused action.
  accepts: (command, column) => command !== 'toggle' || column === 0,
}

export const gridKeymap: Keymap = {
  commands: commandsByKey('values'),
  homeAndEnd: 'row',
  accepts: (_, column) => column > 0,
}

/** Two values are revealed together, also from their key. */
export const pairKeymap: Keymap = {
  ...gridKeymap,
  accepts: (command, column) => column > 0 || command === 'toggle',
}

const clamp = (value: number, count: number) => Math.max(0, Math.min(count - 1, value))

const target = (
  { key, withControl }: KeyPress,
  { row, column }: GridPosition,
  { rows, columns, page }: GridSize,
  homeAndEnd: 'row' | 'column',
): GridPosition | undefined => {
  const steps: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
    ArrowDown: [1, 0],
    ArrowUp: [-1, 0],
    ArrowRight: [0, 1],
    ArrowLeft: [0, -1],
    PageDown: [page, 0],
    PageUp: [-page, 0],
  }
  const step = steps[key]
  if (step) return { row: row + step[0], column: column + step[1] }
  if (key !== 'Home' && key !== 'End') return undefined
  const last = key === 'Home' ? { row: 0, column: 0 } : { row: rows - 1, column: columns - 1 }
  if (homeAndEnd === 'column') return { row: last.row, column }
  // Within the row, and with Ctrl or ⌘ to the corner, as in spreadsheets.
  return { row: withControl ? last.row : row, column: last.column }
}

/** What a key does at a position; undefined if the grid does not handle it. */
export function resolveKey(
  press: KeyPress,
  at: GridPosition,
  size: GridSize,
  { commands, homeAndEnd, accepts }: Keymap,
): KeyAction | undefined {
  if (size.rows === 0) return undefined
  const to = target(press, at, size, homeAndEnd)
  if (to)
    return { kind: 'move', to: { row: clamp(to.row, size.rows), column: clamp(to.column, size.columns) } }
  if (press.key === 'Escape') return { kind: 'leave' }
  const command = press.withControl ? undefined : commands.get(press.key)
  return command !== undefined && accepts(command, at.column) ? { kind: 'command', command } : undefined
}

const rowHeight = 40

/** Rows that fit the window, without those that header and footer cover. */
export const rowsPerPage = (windowHeight: number, covered: number) =>
  Math.max(1, Math.floor(windowHeight / rowHeight) - covered)
