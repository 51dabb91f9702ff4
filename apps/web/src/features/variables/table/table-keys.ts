/** Where the keyboard stands in a table: a row, and within it the row itself (0) or one of its actions (1…). */
export interface Place {
  readonly row: number
  readonly stop: number
}

export interface Extent {
  readonly rows: number
  /** Stops in a row, the row itself included. */
  readonly stops: number
  /** Rows that one page holds. */
  readonly page: number
}

export type Command = 'toggle' | 'edit' | 'copy' | 'remove' | 'select'

export type Answer =
  | { readonly kind: 'move'; readonly to: Place }
  | { readonly kind: 'command'; readonly command: Command }
  | { readonly kind: 'leave' }

const commands: ReadonlyMap<string, Command> = new Map([
  ['Enter', 'toggle'],
  [' ', 'toggle'],
  ['e', 'edit'],
  ['c', 'copy'],
  ['Delete', 'remove'],
  ['x', 'select'],
])

const within = (value: number, count: number) => Math.max(0, Math.min(count - 1, value))

const rowAfter = (key: string, row: number, { rows, page }: Extent): number | undefined => {
  switch (key) {
    case 'ArrowDown':
      return within(row + 1, rows)
    case 'ArrowUp':
      return within(row - 1, rows)
    case 'PageDown':
      return within(row + page, rows)
    case 'PageUp':
      return within(row - page, rows)
    case 'Home':
      return 0
    case 'End':
      return within(rows - 1, rows)
    default:
      return undefined
  }
}

/** What a key means in a table; undefined where it means nothing and goes on to the page. */
export function answerKey(key: string, place: Place, extent: Extent): Answer | undefined {
  if (extent.rows === 0) return undefined
  const row = rowAfter(key, place.row, extent)
  if (row !== undefined) return { kind: 'move', to: { row, stop: place.stop } }
  if (key === 'ArrowRight')
    return { kind: 'move', to: { row: place.row, stop: within(place.stop + 1, extent.stops) } }
  if (key === 'ArrowLeft')
    return { kind: 'move', to: { row: place.row, stop: within(place.stop - 1, extent.stops) } }
  if (key === 'Escape') return { kind: 'leave' }
  const command = commands.get(key)
  // On an action Enter and Space press that action: the browser does it.
  if (command === 'toggle' && place.stop > 0) return undefined
  return command && { kind: 'command', command }
}
