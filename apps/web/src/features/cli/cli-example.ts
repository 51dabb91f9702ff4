import type { Environment } from '@envhold/contract/environments.ts'
import type { Project } from '@envhold/contract/projects.ts'

type Listed = Pick<Project, 'id' | 'name' | 'owner_username' | 'user_role' | 'created_at'>

const newest = <Item extends { readonly id: number; readonly created_at: string }>(items: readonly Item[]) =>
  items.toSorted((a, b) => b.created_at.localeCompare(a.created_at) || b.id - a.id)[0]

/** The project that an example is about: the newest of one's own, or else of those that are shared. */
export const exampleProject = <Item extends Listed>(projects: readonly Item[]): Item | undefined =>
  newest(projects.filter(({ user_role }) => user_role === 'owner')) ?? newest(projects)

/** As a POSIX shell takes it for one word. */
const shellWord = (text: string) => (/^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)

/** By name; where another project bears the same name, by number. */
const projectWord = (project: Listed, projects: readonly Listed[]) => {
  const same = projects.filter(({ name }) => name.toLowerCase() === project.name.toLowerCase())
  return same.length > 1 ? String(project.id) : shellWord(project.name)
}

/** The options that say which environment of which project is meant, from what the reader has. */
export function exampleOptions(
  projects: readonly Listed[],
  environments: readonly Pick<Environment, 'id' | 'name' | 'created_at'>[],
): string {
  const project = exampleProject(projects)
  const environment = newest(environments)
  const of = project ? projectWord(project, projects) : 'my-project'
  return `--project ${of} --env ${environment ? shellWord(environment.name) : 'production'}`
}
