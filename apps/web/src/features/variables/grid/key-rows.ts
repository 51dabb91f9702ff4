import type { Variables } from '@envhold/formats/variables.ts'
import type { Edits } from '../drafts/edits.ts'

/** One environment, with what is meant to be changed in it. */
export interface Column {
  readonly id: number
  readonly name: string
  /** None while they are not read, or could not be. */
  readonly variables: Variables | undefined
  readonly edits: Edits
}

/** How a cell stands to the others of its row, as it will be once the edits are saved. */
export type CellState = 'unread' | 'missing' | 'alone' | 'same' | 'different'

export interface Cell {
  readonly state: CellState
  /** As it will be; none where the environment will not hold the key. */
  readonly value: string | undefined
  readonly edit: 'added' | 'changed' | 'removed' | undefined
  /** Environments that hold the same value, where others hold another one. */
  readonly like: readonly string[]
}

export interface KeyRow {
  readonly key: string
  /** In the order of the columns. */
  readonly cells: readonly Cell[]
  readonly differs: boolean
  readonly isMissingSomewhere: boolean
  readonly unsaved: boolean
}

const editOf = ({ variables, edits }: Column, key: string): Cell['edit'] => {
  if (!edits.has(key)) return undefined
  if (edits.get(key) === null) return 'removed'
  return variables?.has(key) ? 'changed' : 'added'
}

const valueIn = ({ variables, edits }: Column, key: string): string | undefined => {
  const edit = edits.get(key)
  return edit === undefined ? variables?.get(key)?.value : (edit ?? undefined)
}

const rowOf = (columns: readonly Column[], key: string): KeyRow => {
  const read = columns.filter(({ variables }) => variables)
  const values = new Map(read.map((column) => [column, valueIn(column, key)]))
  const present = [...values].filter((entry) => entry[1] !== undefined)
  const distinct = new Set(present.map(([, value]) => value)).size

  const cells = columns.map((column): Cell => {
    const value = values.get(column)
    const edit = editOf(column, key)
    if (!column.variables) return { state: 'unread', value, edit, like: [] }
    if (value === undefined) return { state: 'missing', value, edit, like: [] }
    if (present.length === 1) return { state: 'alone', value, edit, like: [] }
    if (distinct === 1) return { state: 'same', value, edit, like: [] }
    const like = present.filter(([other, its]) => other !== column && its === value)
    return { state: 'different', value, edit, like: like.map(([{ name }]) => name) }
  })
  return {
    key,
    cells,
    differs: distinct > 1,
    isMissingSomewhere: cells.some(({ state }) => state === 'missing'),
    unsaved: cells.some(({ edit }) => edit !== undefined),
  }
}

/** One row for every key of any environment, for new ones as well as for `added`, in the order of keys. */
export function keyRows(columns: readonly Column[], added: Iterable<string>): KeyRow[] {
  const keys = new Set(added)
  for (const { variables, edits } of columns) {
    for (const key of variables?.keys() ?? []) keys.add(key)
    for (const key of edits.keys()) keys.add(key)
  }
  return [...keys].sort().map((key) => rowOf(columns, key))
}

export const filters = ['all', 'differing', 'missing'] as const
export type Filter = (typeof filters)[number]

const matches: Readonly<Record<Filter, (row: KeyRow) => boolean>> = {
  all: () => true,
  differing: ({ differs }) => differs,
  missing: ({ isMissingSomewhere }) => isMissingSomewhere,
}

/** What is unsaved, or new, stays in sight: a row must not go while somebody works on it. */
export function filterRows(
  rows: readonly KeyRow[],
  { filter, search, added }: { filter: Filter; search: string; added: ReadonlySet<string> },
): KeyRow[] {
  const wanted = search.trim().toLowerCase()
  return rows.filter(
    (row) =>
      (matches[filter](row) || row.unsaved || added.has(row.key)) && row.key.toLowerCase().includes(wanted),
  )
}

export const countRows = (rows: readonly KeyRow[]): Record<Filter, number> => ({
  all: rows.length,
  differing: rows.filter(matches.differing).length,
  missing: rows.filter(matches.missing).length,
})
