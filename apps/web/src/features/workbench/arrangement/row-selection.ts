import { type KeyOrPrefix, keysOfRow } from './fold-keys.ts'
import { extended, noSelection, type Selection, toggled, toggledAll } from './selection.ts'

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
