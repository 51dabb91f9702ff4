import type { Project } from '@envhold/contract/projects/projects.ts'
import { openedKey } from './clear-opened.ts'

/** What a person opened and pinned, in this browser: ids and times, no names. */
export interface UsedProjects {
  readonly pinned: readonly number[]
  /** Newest first. */
  readonly opened: readonly OpenedProject[]
}

interface OpenedProject {
  readonly id: number
  /** In milliseconds since 1970. */
  readonly at: number
  /** The environments used last, newest first. */
  readonly environments: readonly number[]
}

export type Store = Pick<Storage, 'getItem' | 'setItem'>

export const maxOpened = 60
export const maxEnvironments = 6
export const maxPinned = 50

/** Pins outlive the session, so each person who signs in here has some of their own. */
export const pinnedKey = (userId: number) => `pinned-projects-${userId}`

const isId = (id: unknown): id is number => Number.isSafeInteger(id) && Number(id) > 0
const idsOf = (stored: unknown, max: number): number[] =>
  Array.isArray(stored) ? [...new Set(stored.filter(isId))].slice(0, max) : []

function readList(storage: Pick<Storage, 'getItem'>, key: string): unknown[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}

/** If the storage is full, the dashboard looks as before the next time. */
export const write = (storage: Store, key: string, text: string): void => {
  try {
    storage.setItem(key, text)
  } catch {}
}

/** The projects opened in this session, newest first. */
export const readOpened = (storage: Pick<Storage, 'getItem'>): OpenedProject[] =>
  readList(storage, openedKey)
    .filter(
      (item): item is [number, number, unknown] => Array.isArray(item) && isId(item[0]) && isId(item[1]),
    )
    .slice(0, maxOpened)
    .map(([id, at, environments]) => ({ id, at, environments: idsOf(environments, maxEnvironments) }))

export const readUsed = (storage: Pick<Storage, 'getItem'>, userId: number): UsedProjects => ({
  pinned: idsOf(readList(storage, pinnedKey(userId)), maxPinned),
  opened: readOpened(storage),
})

export const byName = (a: { readonly name: string }, b: { readonly name: string }) =>
  a.name.localeCompare(b.name, 'en', { numeric: true })

/** Pinned projects, then those opened last, then all others by name. A module of its own: few bytes for the cards. */
export function lastUsedFirst(projects: readonly Project[], { pinned, opened }: UsedProjects): Project[] {
  const ids = [...pinned, ...opened.map(({ id }) => id)]
  const placeOf = ({ id }: Project) => ids.indexOf(id) + 1 || ids.length + 1
  return projects.toSorted((a, b) => placeOf(a) - placeOf(b) || byName(a, b))
}
