import type { Variables } from '@envhold/formats/variables.ts'
import { type KeyOrPrefix, keysOfRow } from './fold-keys.ts'

/** Which rows are selected, and the one that a range begins at. */
export interface Selection {
  readonly keys: ReadonlySet<string>
  readonly from: string | undefined
}

export const noSelection: Selection = { keys: new Set(), from: undefined }

/** The set without an item that it has, or with one that it lacks. */
export function flipped<T>(set: ReadonlySet<T>, item: T): ReadonlySet<T> {
  const next = new Set(set)
  if (!next.delete(item)) next.add(item)
  return next
}

/** Toggles a row, which becomes the start of the next range. */
export const toggled = ({ keys }: Selection, key: string): Selection => ({
  keys: flipped(keys, key),
  from: key,
})

/** Selects all of several keys, or none of them if all are selected already. */
export function toggledAll({ keys }: Selection, group: readonly string[]): Selection {
  const next = new Set(keys)
  const isOn = group.every((key) => keys.has(key))
  for (const key of group) {
    if (isOn) next.delete(key)
    else next.add(key)
  }
  return { keys: next, from: group[0] }
}

/** Adds all rows from the last selected one to this one. */
export function extended(selection: Selection, key: string, order: readonly string[]): Selection {
  const [a, b] = [order.indexOf(selection.from ?? key), order.indexOf(key)]
  if (a < 0 || b < 0) return toggled(selection, key)
  const range = order.slice(Math.min(a, b), Math.max(a, b) + 1)
  return { keys: new Set([...selection.keys, ...range]), from: selection.from ?? key }
}

/** Selects all visible rows, or none if all are selected already. */
export function allOrNone({ keys }: Selection, order: readonly string[]): Selection {
  return order.every((key) => keys.has(key)) ? noSelection : { keys: new Set(order), from: undefined }
}

/** The selected keys that still exist. */
export function existingSelection({ keys }: Selection, variables: Variables): string[] {
  return [...keys].filter((key) => variables.has(key)).sort()
}

/**
 * The selection after a click on the box of a row.
 * @param order all keys in the order of the rows, with those that are folded away
 * @param range from the row that was selected last
 */
export function clickedSelection(
  selection: Selection,
  row: KeyOrPrefix | undefined,
  order: readonly string[],
  range: boolean,
): Selection {
  const keys = keysOfRow(row)
  const last = keys.at(-1)
  if (last === undefined) return selection
  return range ? extended(selection, last, order) : toggledAll(selection, keys)
}

/** The selection with the rows that the focus passes, the first one included. */
export function passedSelection(
  selection: Selection,
  rows: readonly KeyOrPrefix[],
  order: readonly string[],
  { from, to }: { from: number; to: number },
): Selection {
  const [left, reached] = [keysOfRow(rows[from]), keysOfRow(rows[to])]
  const [first = '', last = ''] = to > from ? [left[0], reached.at(-1)] : [left.at(-1), reached[0]]
  const begun = selection.from === undefined ? toggled(noSelection, first) : selection
  return extended({ ...begun, from: begun.from ?? first }, last, order)
}
