import type { TableArrangement } from '../../../features/workbench/arrangement/arrangement.ts'
import { defaultArrangement, sortColumns } from '../../../features/workbench/arrangement/arrangement.ts'
import type { ProjectSearch } from '../../project-search.ts'
import { projectSearch } from '../../project-search.ts'
import { lastViewsKey } from './clear-last-views.ts'

const maxProjects = 50
const maxRecent = 3
const maxFolded = 100

interface ProjectView extends Pick<ProjectSearch, 'tab' | 'environment' | 'view'> {
  /** The environments used last, newest first. */
  recent?: readonly number[]
  table?: TableArrangement
}
type Stored = readonly (readonly [project: number, place: ProjectView])[]
type Store = Pick<Storage, 'getItem' | 'setItem'>

function recentOf({ recent }: Record<string, unknown>): Pick<ProjectView, 'recent'> {
  if (!Array.isArray(recent)) return {}
  return { recent: recent.filter((id): id is number => Number.isSafeInteger(id)).slice(0, maxRecent) }
}

const isRecord = (given: unknown): given is Record<string, unknown> =>
  typeof given === 'object' && given !== null

function tableOf({ table }: Record<string, unknown>): Pick<ProjectView, 'table'> {
  if (!isRecord(table) || !isRecord(table.sort) || !Array.isArray(table.folded)) return {}
  const { sort } = table
  const by = sortColumns.find((column) => column === sort.by)
  const folded = table.folded.filter((each): each is string => typeof each === 'string')
  return by ? { table: { sort: { by, isReversed: sort.isReversed === true }, folded } } : {}
}

/** The stored entries, newest first, without invalid ones. */
function readAll(storage: Store): Stored {
  try {
    const stored: unknown = JSON.parse(storage.getItem(lastViewsKey) ?? '[]')
    if (!Array.isArray(stored)) return []
    return stored
      .filter(
        (each): each is [number, Record<string, unknown>] =>
          Array.isArray(each) && Number.isSafeInteger(each[0]),
      )
      .slice(0, maxProjects)
      .map(([project, view]) => [
        project,
        {
          ...projectSearch({ ...view, find: undefined, only: undefined, action: undefined }),
          ...recentOf(view),
          ...tableOf(view),
        },
      ])
  } catch {
    return []
  }
}

const lastViewOf = (storage: Store, project: number): ProjectView =>
  readAll(storage).find(([id]) => id === project)?.[1] ?? {}

/** Remembers tab, environment and view of a project in this browser: ids, and no names. */
export function saveLastView(
  storage: Store,
  project: number,
  { tab, environment, view }: ProjectSearch,
): void {
  const before = lastViewOf(storage, project)
  const chosen = environment ?? before.environment
  const recent = before.recent ?? []
  const used = environment ? [environment, ...recent.filter((id) => id !== environment)] : recent
  const place: ProjectView = {
    ...(tab && { tab }),
    ...(chosen && { environment: chosen }),
    ...(view && { view }),
    ...(used.length > 0 && { recent: used.slice(0, maxRecent) }),
    ...(before.table && { table: before.table }),
  }
  if (JSON.stringify(place) !== JSON.stringify(before)) save(storage, project, place)
}

function save(storage: Store, project: number, place: ProjectView): void {
  const others = readAll(storage).filter(([id]) => id !== project)
  try {
    storage.setItem(lastViewsKey, JSON.stringify([[project, place], ...others].slice(0, maxProjects)))
  } catch {
    // If the storage is full, only the last view is lost.
  }
}

/** Fills in the last view if the URL names none. */
export function withLastView(storage: Store, project: number, search: ProjectSearch): ProjectSearch {
  const { find, tab, environment, view, action } = search
  if (find || environment || view) return search
  const { recent: _, table: __, ...last } = lastViewOf(storage, project)
  if (!tab) return { ...last, ...search }
  if (tab !== 'variables') return search
  const { environment: lastEnvironment, view: lastView } = last
  return {
    ...search,
    ...(lastEnvironment && { environment: lastEnvironment }),
    // The text view cannot add a single variable.
    ...(lastView && !(action && lastView === 'text') && { view: lastView }),
  }
}

/** The ids of the environments used last, newest first. */
export const recentEnvironments = (storage: Store, project: number): readonly number[] =>
  lastViewOf(storage, project).recent ?? []

/** How the table of a project was arranged last. */
export const lastArrangement = (storage: Store, project: number): TableArrangement =>
  lastViewOf(storage, project).table ?? defaultArrangement

/** Remembers sorting and folded prefixes: the first words of keys, such as `AWS_`, and no whole keys. */
export function saveArrangement(storage: Store, project: number, { sort, folded }: TableArrangement): void {
  const table = { sort, folded: folded.slice(-maxFolded) }
  save(storage, project, { ...lastViewOf(storage, project), table })
}
