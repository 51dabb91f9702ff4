import type { ProjectSearch } from '../../project-search.ts'
import { projectSearch } from '../../project-search.ts'

const key = 'project-places'
const maxProjects = 50

type ProjectView = Pick<ProjectSearch, 'tab' | 'environment' | 'view'>
type Stored = readonly (readonly [project: number, place: ProjectView])[]
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The stored entries, newest first, without invalid ones. */
function readAll(storage: Store): Stored {
  try {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? '[]')
    if (!Array.isArray(stored)) return []
    return stored
      .filter(
        (each): each is [number, Record<string, unknown>] =>
          Array.isArray(each) && Number.isSafeInteger(each[0]),
      )
      .slice(0, maxProjects)
      .map(([project, view]) => [project, projectSearch({ ...view, find: undefined, action: undefined })])
  } catch {
    return []
  }
}

const lastViewOf = (storage: Store, project: number): ProjectView =>
  readAll(storage).find(([id]) => id === project)?.[1] ?? {}

/** Remembers tab, environment and view of a project in this browser: ids, no names. */
export function saveLastView(
  storage: Store,
  project: number,
  { tab, environment, view }: ProjectSearch,
): void {
  const before = lastViewOf(storage, project)
  const chosen = environment ?? before.environment
  const place: ProjectView = {
    ...(tab && { tab }),
    ...(chosen && { environment: chosen }),
    ...(view && { view }),
  }
  if (JSON.stringify(place) === JSON.stringify(before)) return
  const others = readAll(storage).filter(([id]) => id !== project)
  try {
    storage.setItem(key, JSON.stringify([[project, place], ...others].slice(0, maxProjects)))
  } catch {
    // If the storage is full, only the last view is lost.
  }
}

/** Fills in the last view if the URL names none. */
export function withLastView(storage: Store, project: number, search: ProjectSearch): ProjectSearch {
  const { find, tab, environment, view, action } = search
  if (find || environment || view) return search
  const last = lastViewOf(storage, project)
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

export const clearLastViews = (storage: Store): void => storage.removeItem(key)
