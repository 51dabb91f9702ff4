import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import type { UsedProjects } from '../used-projects.ts'

export interface ProjectGroup {
  readonly heading: 'Pinned' | 'Recent' | 'All others'
  readonly projects: readonly Project[]
}

const maxRecent = 5
const recentMs = 30 * 86_400_000

const byName = (a: { readonly name: string }, b: { readonly name: string }) =>
  a.name.localeCompare(b.name, 'en', { numeric: true })

/** Pinned projects, those opened lately, and all others by name. Groups without a project are left out. */
export function groupProjects(projects: readonly Project[], used: UsedProjects, now: number): ProjectGroup[] {
  const byId = new Map(projects.map((project) => [project.id, project]))
  const pinned = used.pinned.flatMap((id) => byId.get(id) ?? [])
  const recent = used.opened
    .filter(({ id, at }) => now - at < recentMs && !used.pinned.includes(id))
    .flatMap(({ id }) => byId.get(id) ?? [])
    .slice(0, maxRecent)
  const above = new Set([...pinned, ...recent])
  const groups: ProjectGroup[] = [
    { heading: 'Pinned', projects: pinned },
    { heading: 'Recent', projects: recent },
    { heading: 'All others', projects: projects.filter((project) => !above.has(project)).toSorted(byName) },
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
  const used = recent.flatMap((id) => environments.find((each) => each.id === id) ?? [])
  return [...used, ...environments.filter((each) => !used.includes(each)).toSorted(byName)]
}

/** When anything in the project changed last. */
export const changedAt = (project: Project, environments: readonly Environment[]): string =>
  environments.reduce((last, { updated_at }) => (updated_at > last ? updated_at : last), project.updated_at)
