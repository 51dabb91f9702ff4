/** Where the keyboard stands in the grid: column 0 is the key, the environments follow. */
export interface At {
  readonly row: number
  readonly column: number
}

export interface Extent {
  readonly rows: number
  /** The key’s own included. */
  readonly columns: number
  /** Rows that one page holds. */
  readonly page: number
}

export type CellCommand = 'edit' | 'toggle' | 'copy' | 'remove' | 'revert'

export type Answer =
  | { readonly kind: 'move'; readonly to: At }
  | { readonly kind: 'command'; readonly command: CellCommand }
  | { readonly kind: 'leave' }

const commands: ReadonlyMap<string, CellCommand> = new Map([
  ['Enter', 'edit'],
  ['e', 'edit'],
  ['F2', 'edit'],
  [' ', 'toggle'],
  ['c', 'copy'],
  ['Delete', 'remove'],
  ['Backspace', 'remove'],
  ['u', 'revert'],
])

const within = (value: number, count: number) => Math.max(0, Math.min(count - 1, value))

/** What a key means on a cell; undefined where it means nothing and goes on to the page. */
export function answerKey(
  { key, whole }: { key: string; whole: boolean },
  at: At,
  { rows, columns, page }: Extent,
): Answer | undefined {
  if (rows === 0) return undefined
  const to = (row: number, column: number): Answer => ({
    kind: 'move',
    to: { row: within(row, rows), column: within(column, columns) },
  })
  switch (key) {
    case 'ArrowDown':
      return to(at.row + 1, at.column)
    case 'ArrowUp':
      return to(at.row - 1, at.column)
    case 'ArrowRight':
      return to(at.row, at.column + 1)
    case 'ArrowLeft':
      return to(at.row, at.column - 1)
    case 'PageDown':
      return to(at.row + page, at.column)
    case 'PageUp':
      return to(at.row - page, at.column)
    // With Ctrl or ⌘ to the corner, as spreadsheets have it.
    case 'Home':
      return to(whole ? 0 : at.row, 0)
    case 'End':
      return to(whole ? rows - 1 : at.row, columns - 1)
    case 'Escape':
      return { kind: 'leave' }
  }
  const command = whole || at.column === 0 ? undefined : commands.get(key)
  return command && { kind: 'command', command }
}
