import type { Variables } from '@envhold/formats/variables.ts'
import { isNearlyDue } from '../data/due-state.ts'
import { looksLikeSecret } from './looks-like-secret.ts'

/** One environment with its unsaved edits. */
export interface Column {
  readonly id: number
  readonly name: string
  readonly isProtected: boolean
  /** Undefined while loading, or if loading failed. */
  readonly variables: Variables | undefined
  /** Null removes. */
  readonly edits: ReadonlyMap<string, { readonly value?: string } | null>
}

/**
 * How a cell compares to the others in its row, with unsaved edits applied. `different`: no two values are the same;
 * `grouped`: some are.
 */
type CellState = 'unread' | 'missing' | 'alone' | 'same' | 'different' | 'grouped'

export interface Cell {
  readonly state: CellState
  /** The value with unsaved edits applied; undefined if the environment will not have the key. */
  readonly value: string | undefined
  readonly edit: 'added' | 'changed' | 'removed' | undefined
  /** If `grouped`: equal values have the same number; the first environment has 0. */
  readonly group: number | undefined
  /** A secret that another environment has too, where one of the two is protected. */
  readonly isSharedSecret: boolean
}

export interface KeyRow {
  readonly key: string
  /** In the order of the compared columns. */
  readonly cells: readonly Cell[]
  readonly differs: boolean
  readonly isMissingSomewhere: boolean
  /** It has a shared secret, or is overdue or due within a week. */
  readonly isToCheck: boolean
  readonly unsaved: boolean
}

const editOf = ({ variables, edits }: Column, key: string): Cell['edit'] => {
  if (!edits.has(key)) return undefined
  if (edits.get(key) === null) return 'removed'
  return variables?.has(key) ? 'changed' : 'added'
}

const valueIn = ({ variables, edits }: Column, key: string): string | undefined => {
  const edit = edits.get(key)
  return edit === null ? undefined : (edit?.value ?? variables?.get(key)?.value)
}

const stateOf = (value: string | undefined, present: number, distinct: number): CellState => {
  if (value === undefined) return 'missing'
  if (present === 1) return 'alone'
  if (distinct === 1) return 'same'
  return distinct === present ? 'different' : 'grouped'
}

/** The values that several environments have, at least one of which is protected. */
function protectedAndShared(columns: readonly Column[], values: readonly (string | undefined)[]) {
  const shared = new Set<string>()
  for (const [at, { variables, isProtected }] of columns.entries()) {
    const value = values[at]
    if (!variables || !isProtected || value === undefined) continue
    if (values.some((other, place) => place !== at && other === value && columns[place]?.variables))
      shared.add(value)
  }
  return shared
}

function rowOf(columns: readonly Column[], key: string, today: string): KeyRow {
  const groups = new Map<string, number>()
  let present = 0
  const values = columns.map((column) => {
    const value = valueIn(column, key)
    if (column.variables && value !== undefined) {
      present++
      if (!groups.has(value)) groups.set(value, groups.size)
    }
    return value
  })
  const secrets = new Set(
    [...protectedAndShared(columns, values)].filter((value) => looksLikeSecret(key, value)),
  )
  let [isMissingSomewhere, unsaved] = [false, false]
  const cells = columns.map((column, at): Cell => {
    const value = values[at]
    const state = column.variables ? stateOf(value, present, groups.size) : 'unread'
    const edit = editOf(column, key)
    if (state === 'missing') isMissingSomewhere = true
    if (edit) unsaved = true
    return {
      state,
      value,
      edit,
      group: state === 'grouped' && value !== undefined ? groups.get(value) : undefined,
      isSharedSecret: state !== 'unread' && value !== undefined && secrets.has(value),
    }
  })
  const isToCheck =
    secrets.size > 0 || columns.some(({ variables }) => isNearlyDue(variables?.get(key)?.due, today))
  return { key, cells, differs: groups.size > 1, isMissingSomewhere, isToCheck, unsaved }
}

const isSameCell = (one: Cell, other: Cell | undefined) =>
  one.state === other?.state &&
  one.value === other.value &&
  one.edit === other.edit &&
  one.group === other.group &&
  one.isSharedSecret === other.isSharedSecret

const isSameRow = (one: KeyRow, other: KeyRow) =>
  one.isToCheck === other.isToCheck &&
  one.cells.length === other.cells.length &&
  one.cells.every((cell, at) => isSameCell(cell, other.cells[at]))

/** Rows between two pauses. */
const rowsPerStep = 16

/**
 * One row for each key of any environment, including `added` ones, sorted by key. Pauses every few rows, so that the
 * caller can let the browser do something else. A row that is as it was `before` stays the same object. `today`: as
 * `YYYY-MM-DD`, where the user is.
 */
export function* compareKeys(
  columns: readonly Column[],
  added: Iterable<string>,
  { before = [], today }: { before?: readonly KeyRow[]; today: string },
): Generator<undefined, KeyRow[]> {
  const keys = new Set(added)
  for (const { variables, edits } of columns) {
    for (const key of variables?.keys() ?? []) keys.add(key)
    for (const key of edits.keys()) keys.add(key)
  }
  const known = new Map(before.map((row) => [row.key, row]))
  const rows: KeyRow[] = []
  for (const key of [...keys].sort()) {
    const row = rowOf(columns, key, today)
    const old = known.get(key)
    rows.push(old && isSameRow(row, old) ? old : row)
    if (rows.length % rowsPerStep === 0) yield
  }
  return rows
}
