import type { Environment, LastChange } from '@envhold/contract/environments/environments.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useReducer, useState } from 'react'
import { useAccount } from '../../connection/session/use-session-state.ts'
import { useApi } from '../../connection/use-api.ts'
import { openedKey } from './clear-opened.ts'
import {
  byName,
  maxEnvironments,
  maxOpened,
  maxPinned,
  pinnedKey,
  readOpened,
  readUsed,
  type Store,
  type UsedProjects,
  write,
} from './opened-projects.ts'
import { accessibleEnvironmentsQuery } from './project-queries.ts'

/** Notes that a project was opened, and an environment of it if one is shown. */
export function saveOpened(
  storage: Store,
  {
    id,
    environment,
    at,
  }: { readonly id: number; readonly environment: number | undefined; readonly at: number },
): void {
  const all = readOpened(storage)
  const before = all.find((project) => project.id === id)?.environments ?? []
  const environments =
    environment === undefined
      ? before
      : [environment, ...before.filter((environmentId) => environmentId !== environment)]
  const opened = [
    { id, at, environments: environments.slice(0, maxEnvironments) },
    ...all.filter((project) => project.id !== id),
  ]
  const stored = opened.slice(0, maxOpened).map((project) => [project.id, project.at, project.environments])
  write(storage, openedKey, JSON.stringify(stored))
}

/** Pins a project, or removes its pin. Returns what is stored then. */
export function savePinned(storage: Store, userId: number, id: number, isPinned: boolean): UsedProjects {
  const { pinned, opened } = readUsed(storage, userId)
  const others = pinned.filter((projectId) => projectId !== id)
  const next = isPinned ? [...others, id].slice(-maxPinned) : others
  write(storage, pinnedKey(userId), JSON.stringify(next))
  return { pinned: next, opened }
}

/** What the signed-in person opened and pinned, and the way to pin. */
export function useUsedProjects(): { used: UsedProjects; onPin: (id: number, isPinned: boolean) => void } {
  const userId = useAccount()?.id ?? 0
  const [changes, reread] = useReducer((count: number) => count + 1, 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is stored changes with each pin.
  const used = useMemo(() => readUsed(localStorage, userId), [userId, changes])
  return {
    used,
    onPin: (id, isPinned) => {
      savePinned(localStorage, userId, id, isPinned)
      reread()
    },
  }
}

/** How the dashboard sorts projects below the pinned ones. */
export const projectOrders = { opened: 'Last opened', changed: 'Last changed', name: 'Name' } as const
export type ProjectOrder = keyof typeof projectOrders

const orderKey = (userId: number) => `project-order-${userId}`
const isOrder = (stored: string | null): stored is ProjectOrder =>
  stored !== null && Object.hasOwn(projectOrders, stored)

/** The order that the signed-in person chose in this browser, and the way to choose. */
export function useProjectOrder(): readonly [order: ProjectOrder, onOrder: (order: ProjectOrder) => void] {
  const key = orderKey(useAccount()?.id ?? 0)
  const [chosen, setChosen] = useState<ProjectOrder>()
  const stored = localStorage.getItem(key)
  const onOrder = (order: ProjectOrder) => {
    setChosen(order)
    write(localStorage, key, order)
  }
  return [chosen ?? (isOrder(stored) ? stored : 'opened'), onOrder]
}

type EnvironmentsByProject = ReadonlyMap<number, readonly Environment[]> | undefined

/** The environments of all projects; undefined until they are read, and if that fails. */
export function useEnvironmentsByProject(): EnvironmentsByProject {
  const { data } = useQuery(accessibleEnvironmentsQuery(useApi()))
  return useMemo(() => data && Map.groupBy(data, ({ project_id }) => project_id), [data])
}

export interface ProjectGroup {
  readonly heading: 'Pinned' | 'Recent' | 'All others'
  readonly projects: readonly Project[]
}

const maxRecent = 5
const recentMs = 30 * 86_400_000

interface Order {
  readonly by: ProjectOrder
  /** In milliseconds since 1970. */
  readonly now: number
  readonly environments?: EnvironmentsByProject
}

/**
 * Pinned projects, then all others in an order. By last opened, those opened lately are a group of their own, and the
 * rest is sorted by name. Groups without a project are left out.
 */
export function groupProjects(
  projects: readonly Project[],
  used: UsedProjects,
  { by, now, environments }: Order,
): ProjectGroup[] {
  const byId = new Map(projects.map((project) => [project.id, project]))
  const pinned = used.pinned.flatMap((id) => byId.get(id) ?? [])
  const opened = by === 'opened' ? used.opened : []
  const recent = opened
    .filter(({ id, at }) => now - at < recentMs && !used.pinned.includes(id))
    .flatMap(({ id }) => byId.get(id) ?? [])
    .slice(0, maxRecent)
  const above = new Set([...pinned, ...recent])
  const others = projects.filter((project) => !above.has(project))
  const sorted = by === 'changed' ? lastChangedFirst(others, environments) : others.toSorted(byName)
  const groups: ProjectGroup[] = [
    { heading: 'Pinned', projects: pinned },
    { heading: 'Recent', projects: recent },
    { heading: 'All others', projects: sorted },
  ]
  return groups.filter((group) => group.projects.length > 0)
}

/** The projects with all of these words in their name, description or owner, by name. */
export function findProjects(projects: readonly Project[], search: string): readonly Project[] {
  const words = search.trim().toLowerCase().split(/\s+/)
  return projects
    .filter(({ name, description, owner_username }) => {
      const text = `${name} ${description ?? ''} ${owner_username}`.toLowerCase()
      return words.every((word) => text.includes(word))
    })
    .toSorted(byName)
}

/** The environments of a project: those used last first, then by name. */
export function sortEnvironments(
  environments: readonly Environment[],
  recent: readonly number[],
): Environment[] {
  const used = recent.flatMap((id) => environments.find((environment) => environment.id === id) ?? [])
  return [...used, ...environments.filter((environment) => !used.includes(environment)).toSorted(byName)]
}

/** The newest change of variables in a project; null for none. */
export const newestChange = (environments: readonly Environment[] = []): LastChange =>
  environments.reduce<LastChange>(
    (newest, { last_change: change }) =>
      newest && change && newest.at >= change.at ? newest : (change ?? newest),
    null,
  )

/** Projects by their newest change of variables; those without one last, the newest project first. */
export function lastChangedFirst(
  projects: readonly Project[],
  environments: EnvironmentsByProject,
): readonly Project[] {
  const changed = new Map(projects.map(({ id }) => [id, newestChange(environments?.get(id))?.at ?? '']))
  const changeOf = ({ id }: Project) => changed.get(id) ?? ''
  return projects.toSorted(
    (a, b) => changeOf(b).localeCompare(changeOf(a)) || b.created_at.localeCompare(a.created_at),
  )
}
