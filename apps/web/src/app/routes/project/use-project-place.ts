import { may, type Project } from '@envhold/contract/projects/projects.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { useUnsavedStore } from '../../../connection/unsaved/use-unsaved.ts'
import { useApi } from '../../../connection/use-api.ts'
import { environmentsQuery } from '../../../features/projects/project-queries.ts'
import { useShownEnvironment } from '../../../features/projects/use-shown-environment.ts'
import { saveOpened } from '../../../features/projects/used-projects.ts'
import {
  type ArrangementStore,
  defaultArrangement,
  sortColumns,
  type TableArrangement,
} from '../../../features/workbench/arrangement/arrangement.ts'
import type { Comparison, Place } from '../../../features/workbench/workbench.tsx'
import { type ProjectSearch, projectSearch } from '../../search.ts'
import { lastViewsKey } from './clear-last-views.ts'

/** Where in a project the user is, and the ways from there. */
export function useProjectPlace(project: Project, search: ProjectSearch, onLeave: () => void) {
  const navigate = useNavigate()
  const router = useRouter()
  const unsaved = useUnsavedStore()
  const { data: environments } = useQuery(environmentsQuery(useApi(), project.id))
  const [comparison, setComparison] = useState<Comparison>()
  const { environment: current, isUnavailable } = useShownEnvironment(environments, search.environment)
  const { tab, view } = search
  const visibleEnvironment =
    tab === 'variables' && view !== 'grid' && !isUnavailable ? current?.id : undefined
  useEffect(() => saveLastView(localStorage, project.id, search), [project.id, search])
  // The first environment is shown without being named in the URL.
  useEffect(() => {
    if (visibleEnvironment !== undefined)
      saveLastView(localStorage, project.id, {
        tab: 'variables',
        ...(view && { view }),
        environment: visibleEnvironment,
      })
  }, [project.id, visibleEnvironment, view])

  useEffect(
    () => saveOpened(localStorage, { id: project.id, environment: visibleEnvironment, at: Date.now() }),
    [project.id, visibleEnvironment],
  )

  const go = (to: ProjectSearch, ignoreBlocker = false) => {
    onLeave()
    saveLastView(localStorage, project.id, to)
    const params = { id: String(project.id) }
    void navigate({ to: '/project/$id', params, search: to, replace: true, ignoreBlocker })
  }
  const inTable = (id: number): ProjectSearch => ({ tab: 'variables', environment: id })
  const openEnvironment = (id: number) =>
    go({ ...inTable(id), ...(tab === 'variables' && view === 'text' && { view }) })
  /** Opens a place among the variables. It asks itself: no URL names the comparison, whose edits another one ends. */
  const openPlace = async ({ comparison: compared, ...to }: Place) => {
    if (!(await unsaved.mayLeave())) return
    setComparison(compared)
    go(projectSearch({ tab: 'variables', ...to }), true)
  }
  const chosen = current ? { environment: current.id } : {}
  const switcher = environments &&
    current && {
      environments,
      current,
      readRecent: () => recentEnvironments(localStorage, project.id),
      urlOf: (id: number) =>
        router.buildLocation({
          to: '/project/$id',
          params: { id: String(project.id) },
          search: inTable(id),
        }).href,
      onOpen: openEnvironment,
      onCompare: (right?: number) =>
        void openPlace({ ...chosen, comparison: right === undefined ? {} : { right } }),
      onSideBySide: () => go({ tab: 'variables', ...chosen, view: 'grid' }),
      onCreate: may(project.user_role, 'own')
        ? () => go({ tab: 'environments', ...chosen, action: 'new-environment' })
        : undefined,
    }
  const arrangement = useMemo(
    (): ArrangementStore => ({
      read: () => lastArrangement(localStorage, project.id),
      save: (arranged) => saveArrangement(localStorage, project.id, arranged),
    }),
    [project.id],
  )
  return { go, openEnvironment, openPlace, switcher, arrangement, comparison }
}

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

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function tableOf({ table }: Record<string, unknown>): Pick<ProjectView, 'table'> {
  if (!isRecord(table) || !isRecord(table.sort) || !Array.isArray(table.folded)) return {}
  const { sort } = table
  const by = sortColumns.find((column) => column === sort.by)
  const folded = table.folded.filter((prefix): prefix is string => typeof prefix === 'string')
  return by ? { table: { sort: { by, isReversed: sort.isReversed === true }, folded } } : {}
}

/** The stored entries, newest first, without invalid ones. */
function readAll(storage: Store): Stored {
  try {
    const stored: unknown = JSON.parse(storage.getItem(lastViewsKey) ?? '[]')
    if (!Array.isArray(stored)) return []
    return stored
      .filter(
        (item): item is [number, Record<string, unknown>] =>
          Array.isArray(item) && Number.isSafeInteger(item[0]),
      )
      .slice(0, maxProjects)
      .map(([project, view]) => [
        project,
        {
          ...projectSearch({ tab: view.tab, environment: view.environment, view: view.view }),
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
export function saveLastView(storage: Store, project: number, { tab, environment, view }: ProjectSearch) {
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
export const recentEnvironments = (storage: Store, project: number) =>
  lastViewOf(storage, project).recent ?? []

/** How the table of a project was arranged last. */
export const lastArrangement = (storage: Store, project: number) =>
  lastViewOf(storage, project).table ?? defaultArrangement

/** Remembers sorting and folded prefixes: the first words of keys, such as `AWS_`, and no whole keys. */
export function saveArrangement(storage: Store, project: number, { sort, folded }: TableArrangement): void {
  const table = { sort, folded: folded.slice(-maxFolded) }
  save(storage, project, { ...lastViewOf(storage, project), table })
}
