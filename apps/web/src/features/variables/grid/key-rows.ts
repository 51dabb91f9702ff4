import type { Variables } from '@envhold/formats/variables.ts'
import type { Edits } from '../drafts/edits.ts'

/** One environment with its unsaved edits. */
export interface Column {
  readonly id: number
  readonly name: string
  /** Undefined while loading, or if loading failed. */
  readonly variables: Variables | undefined
  readonly edits: Edits
}

/** How a cell compares to the others in its row, with unsaved edits applied. */
export type CellState = 'unread' | 'missing' | 'alone' | 'same' | 'different'

export interface Cell {
  readonly state: CellState
  /** The value with unsaved edits applied; undefined if the environment will not have the key. */
  readonly value: string | undefined
  readonly edit: 'added' | 'changed' | 'removed' | undefined
  /** Environments with the same value, if others differ. */
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

/** One row for each key of any environment, including `added` ones, sorted by key. */
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

/** Rows with unsaved edits stay visible whatever the filter, so that they do not disappear during editing. */
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
