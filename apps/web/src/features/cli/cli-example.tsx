import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import { Banner } from '../../ui/feedback/banner.tsx'

type Listed = Pick<Project, 'id' | 'name' | 'owner_username' | 'user_role' | 'created_at'>

const newest = <Item extends { readonly id: number; readonly created_at: string }>(items: readonly Item[]) =>
  items.toSorted((a, b) => b.created_at.localeCompare(a.created_at) || b.id - a.id)[0]

/** The project used in examples: the newest owned one, else the newest shared one. */
export const exampleProject = <Item extends Listed>(projects: readonly Item[]): Item | undefined =>
  newest(projects.filter(({ user_role }) => user_role === 'owner')) ?? newest(projects)

/** Quotes text as one word of a POSIX shell. */
export const shellWord = (text: string) =>
  /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`

/** By name, or by id if another project has the same name. */
const projectWord = (project: Listed, projects: readonly Listed[]) => {
  const same = projects.filter(({ name }) => name.toLowerCase() === project.name.toLowerCase())
  return same.length > 1 ? String(project.id) : shellWord(project.name)
}

/** The command line's project and environment options for an example. */
export function exampleOptions(
  projects: readonly Listed[],
  environments: readonly Pick<Environment, 'id' | 'name' | 'created_at'>[],
): string {
  const project = exampleProject(projects)
  const environment = newest(environments)
  const of = project ? projectWord(project, projects) : 'my-project'
  return `--project ${of} --env ${environment ? shellWord(environment.name) : 'production'}`
}

const isLocal = (hostname: string) => /^(localhost|127\..*|\[::1\])$/.test(hostname)

/** Whether downloads from this URL are not protected by TLS. */
export const isPlainHttp = ({ protocol, hostname }: Pick<Location, 'protocol' | 'hostname'>): boolean =>
  protocol === 'http:' && !isLocal(hostname)

/** Warns where a program is installed over plain HTTP. */
export const PlainHttpNote = () =>
  isPlainHttp(window.location) && (
    <Banner tone="warn" title="This address is not encrypted">
      Anyone on the network between you and this server could change the program you install and read your
      token. Use an https address for this instance.
    </Banner>
  )
