import type { Variables } from '@envhold/formats/variables.ts'
/** Which rows are selected, and the one that a range begins at. */
export interface Selection {
  readonly keys: ReadonlySet<string>
  readonly from: string | undefined
}

export const noSelection: Selection = { keys: new Set(), from: undefined }

/** One row in or out; it is where the next range begins. */
export function toggled({ keys }: Selection, key: string): Selection {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return { keys: next, from: key }
}

/** Every row from where the last one was selected to this one, beside those that were. */
export function extended(selection: Selection, key: string, order: readonly string[]): Selection {
  const [a, b] = [order.indexOf(selection.from ?? key), order.indexOf(key)]
  if (a < 0 || b < 0) return toggled(selection, key)
  const range = order.slice(Math.min(a, b), Math.max(a, b) + 1)
  return { keys: new Set([...selection.keys, ...range]), from: selection.from ?? key }
}

/** All that show, or none where all of them are selected already. */
export function allOrNone({ keys }: Selection, order: readonly string[]): Selection {
  return order.every((key) => keys.has(key)) ? noSelection : { keys: new Set(order), from: undefined }
}

/** What of the selection still stands in the environment. */
export function existingSelection({ keys }: Selection, variables: Variables): string[] {
  return [...keys].filter((key) => variables.has(key)).sort()
}
