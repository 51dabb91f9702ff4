import type { Environment } from '@envhold/contract/environments/environments.ts'

/** How wide a column is; `compact` shows the sign only. */
const columnWidths = ['wide', 'compact', 'hidden'] as const
type ColumnWidth = (typeof columnWidths)[number]

/** What the user chose for the columns of one project. Ids of deleted environments may remain in it. */
export interface ColumnSettings {
  /** Ids, from left to right; columns that are not in it follow in the order of the environments. */
  readonly order: readonly number[]
  readonly pinned: ReadonlySet<number>
  /** By id; absent: chosen by the grid. */
  readonly widths: ReadonlyMap<number, ColumnWidth>
  /** The two columns on a phone. */
  readonly pair: readonly [left: number, right: number] | undefined
}

export const noSettings: ColumnSettings = {
  order: [],
  pinned: new Set(),
  widths: new Map(),
  pair: undefined,
}

/** An environment in the grid. */
export interface ArrangedColumn {
  readonly id: number
  readonly width: ColumnWidth
  readonly isPinned: boolean
}

type ColumnChoice = Pick<Environment, 'id' | 'variable_count'>

/** More columns than these get compact ones. */
const maxWide = 6
const firstCompact = 4

/**
 * The columns in their order, pinned ones first. Above six, those after the fourth are compact until the user chooses
 * otherwise. An empty environment is hidden unless it has drafts, or unless all are empty.
 */
export function arrangeColumns(
  environments: readonly ColumnChoice[],
  settings: ColumnSettings,
  drafted: ReadonlySet<number> = new Set(),
): ArrangedColumn[] {
  const { order, pinned, widths } = settings
  const place = new Map(order.map((id, at) => [id, at]))
  const sorted = environments.toSorted(
    (a, b) =>
      Number(pinned.has(b.id)) - Number(pinned.has(a.id)) ||
      (place.get(a.id) ?? order.length) - (place.get(b.id) ?? order.length),
  )
  const allEmpty = environments.every(({ variable_count }) => variable_count === 0)
  const isHidden = ({ id, variable_count }: ColumnChoice) =>
    (widths.get(id) ?? (variable_count > 0 || allEmpty || drafted.has(id) ? 'wide' : 'hidden')) === 'hidden'
  const visible = sorted.filter((each) => !isHidden(each))
  const compactFrom = visible.length > maxWide ? firstCompact : visible.length
  const widthOf = new Map(
    visible.map(({ id }, at) => [id, widths.get(id) ?? (at < compactFrom ? 'wide' : 'compact')]),
  )
  return sorted.map(({ id }) => ({
    id,
    width: widthOf.get(id) ?? 'hidden',
    isPinned: pinned.has(id),
  }))
}

export const withWidth = (
  settings: ColumnSettings,
  ids: readonly number[],
  width: ColumnWidth,
): ColumnSettings => {
  const widths = new Map(settings.widths)
  for (const id of ids) widths.set(id, width)
  return { ...settings, widths }
}

/** Shows columns, at the width that the grid chooses; empty ones wide. */
export const withShown = (settings: ColumnSettings, visible: readonly ColumnChoice[]): ColumnSettings => {
  const widths = new Map(settings.widths)
  for (const { id, variable_count } of visible) {
    if (variable_count === 0) widths.set(id, 'wide')
    else widths.delete(id)
  }
  return { ...settings, widths }
}

/** Pinned columns come first, and stay in view. */
export function withPinned(settings: ColumnSettings, id: number, isPinned: boolean): ColumnSettings {
  const pinned = new Set(settings.pinned)
  if (isPinned) pinned.add(id)
  else pinned.delete(id)
  return { ...settings, pinned }
}

/** Moves a column to the place of another one. Fixes the order of all columns as it is now. */
export function withMoved(
  settings: ColumnSettings,
  arranged: readonly ArrangedColumn[],
  id: number,
  to: number,
): ColumnSettings {
  const ids = arranged.map((column) => column.id)
  const [from, target] = [ids.indexOf(id), ids.indexOf(to)]
  if (from < 0 || target < 0 || from === target) return settings
  ids.splice(from, 1)
  ids.splice(target, 0, id)
  return { ...settings, order: ids }
}

/** The column that one is moved past: shown (or hidden) and pinned like it. Undefined at the end. */
export function neighbourColumn(
  arranged: readonly ArrangedColumn[],
  id: number,
  step: -1 | 1,
): number | undefined {
  const at = arranged.findIndex((column) => column.id === id)
  const own = arranged[at]
  if (!own) return undefined
  const rest = step === 1 ? arranged.slice(at + 1) : arranged.slice(0, at).reverse()
  return rest.find(
    ({ width, isPinned }) => isPinned === own.isPinned && (width === 'hidden') === (own.width === 'hidden'),
  )?.id
}

/** The two columns of a phone: as chosen, else the last used one and the protected one. */
export function choosePair(
  environments: readonly Pick<Environment, 'id' | 'variable_count' | 'protected'>[],
  chosen: ColumnSettings['pair'],
  lastUsed: number,
): readonly [left: number, right: number] | undefined {
  const exists = (id: number) => environments.some((each) => each.id === id)
  if (chosen && chosen[0] !== chosen[1] && chosen.every(exists)) return chosen
  const other = (id: number) =>
    environments.find((each) => each.id !== id && each.variable_count > 0) ??
    environments.find((each) => each.id !== id)
  const right = environments.find((each) => each.protected) ?? other(lastUsed)
  const left =
    right && (right.id === lastUsed ? other(right.id) : environments.find(({ id }) => id === lastUsed))
  return left && right ? [left.id, right.id] : undefined
}

/** Forgotten when the session ends, as `clear-last-views.ts` says. */
const storageKey = 'project-columns'
const maxProjects = 50
/** Of ids in one list. A project may have more environments; the choice for the others is not remembered. */
const maxIds = 1_000

type Store = Pick<Storage, 'getItem' | 'setItem'>
type Stored = readonly (readonly [project: number, settings: Record<string, unknown>])[]

const isId = (id: unknown): id is number => Number.isSafeInteger(id)
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.slice(0, maxIds) : [])
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** The stored entries, newest first, without invalid ones. */
function readAll(storage: Store): Stored {
  try {
    const stored: unknown = JSON.parse(storage.getItem(storageKey) ?? '[]')
    return list(stored)
      .filter(
        (each): each is [number, Record<string, unknown>] =>
          Array.isArray(each) && isId(each[0]) && isRecord(each[1]),
      )
      .slice(0, maxProjects)
  } catch {
    return []
  }
}

/** The remembered columns of a project. What is not understood counts as not chosen. */
export function readColumns(storage: Store, project: number): ColumnSettings {
  const stored = readAll(storage).find(([id]) => id === project)?.[1]
  if (!stored) return noSettings
  const [left, right] = list(stored.pair)
  const widths = list(stored.widths).flatMap((each) => {
    const [id, at] = list(each)
    const width = columnWidths.find((_, index) => index === at)
    return isId(id) && width ? [[id, width] as const] : []
  })
  return {
    order: [...new Set(list(stored.order).filter(isId))],
    pinned: new Set(list(stored.pinned).filter(isId)),
    widths: new Map(widths),
    pair: isId(left) && isId(right) ? [left, right] : undefined,
  }
}

/** Remembers the columns of a project in this browser: ids, no names. */
export function saveColumns(storage: Store, project: number, settings: ColumnSettings): void {
  const { order, pinned, widths, pair } = settings
  const entry = {
    ...(order.length > 0 && { order: order.slice(0, maxIds) }),
    ...(pinned.size > 0 && { pinned: [...pinned].slice(0, maxIds) }),
    ...(widths.size > 0 && {
      widths: [...widths].slice(0, maxIds).map(([id, width]) => [id, columnWidths.indexOf(width)]),
    }),
    ...(pair && { pair }),
  }
  const others = readAll(storage).filter(([id]) => id !== project)
  const all = Object.keys(entry).length > 0 ? [[project, entry], ...others] : others
  try {
    storage.setItem(storageKey, JSON.stringify(all.slice(0, maxProjects)))
  } catch {
    // If the storage is full, only the choice of columns is lost.
  }
}
