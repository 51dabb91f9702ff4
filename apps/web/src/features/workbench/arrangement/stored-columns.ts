import { type ColumnSettings, columnWidths, noSettings } from './column-settings.ts'

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
