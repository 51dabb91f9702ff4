import { sanitize } from '@envhold/command/sanitize.ts'
import { UserError } from '@envhold/command/user-error.ts'
import { listProjects, type Project } from '@envhold/contract/projects/projects.ts'
import { type UnavailableProject, unavailableText } from '@envhold/contract/projects/unavailable.ts'
import type { Choice } from '../config/project-file.ts'
import type { Connection } from './client-for.ts'

/** The typed text, if it may be an id. */
export const idIn = (text: string | null): number | null =>
  text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null

const fullName = ({ owner_username, name }: Pick<Project, 'owner_username' | 'name'>): string =>
  `${owner_username}/${name}`

/** The name of a project in a list: its name, or `owner/name` if another has the same name. */
export const titleAmong = (all: readonly Project[], project: Project): string => {
  const same = all.filter(({ name }) => name.toLowerCase() === project.name.toLowerCase())
  return same.length > 1 ? fullName(project) : project.name
}

/** Reports that a name is ambiguous, so that nothing is ever written to the wrong project. */
const ambiguous = (typed: string, projects: readonly Project[]): UserError =>
  new UserError(
    `There are ${projects.length} projects called “${sanitize(typed)}”.`,
    `Choose one: ${projects.map((project) => `--project ${project.id} is ${sanitize(fullName(project))}`).join(', ')}`,
    'AMBIGUOUS',
  )

const unavailableError = ({ name, reason, until, owner_username, owner_email }: UnavailableProject) =>
  new UserError(
    `${sanitize(name)}: ${unavailableText(reason, until?.slice(0, 10) ?? null)}.`,
    `Ask ${sanitize(owner_username)} (${sanitize(owner_email)}), the owner of ${sanitize(name)}.`,
    'NOT_FOUND',
  )

/** The projects that `typed` can mean: by name, then by `owner/name`, first with the same spelling. */
function named(all: readonly Project[], typed: string): readonly Project[] {
  const lower = typed.toLowerCase()
  const ways: ((project: Project) => boolean)[] = [
    ({ name }) => name === typed,
    ({ name }) => name.toLowerCase() === lower,
    (project) => fullName(project) === typed,
    (project) => fullName(project).toLowerCase() === lower,
  ]
  for (const matches of ways) {
    const projects = all.filter(matches)
    if (projects.length > 0) return projects
  }
  return []
}

/** @throws UserError when there is none, or more than one */
export function pickProject(
  all: readonly Project[],
  choice: Choice,
  unavailable: readonly UnavailableProject[] = [],
): Project {
  const typed = choice.id === null ? (choice.name ?? '') : ''
  const projects = typed === '' ? [] : named(all, typed)
  if (projects.length > 1) throw ambiguous(typed, projects)
  const project = projects[0] ?? all.find(({ id }) => id === (choice.id ?? idIn(typed)))
  if (project) return project
  const lower = typed.toLowerCase()
  const paused = unavailable.find(
    (known) =>
      known.id === (choice.id ?? idIn(typed)) ||
      known.name.toLowerCase() === lower ||
      fullName(known).toLowerCase() === lower,
  )
  if (paused) throw unavailableError(paused)
  const names = all.slice(0, 10).map((known) => sanitize(titleAmong(all, known)))
  throw new UserError(
    `This token cannot access a project “${sanitize(choice.name ?? String(choice.id))}”.`,
    names.length === 0
      ? 'It cannot access any. To get access to a project, ask its owner for an invitation.'
      : `It can access: ${names.join(', ')}${all.length > 10 ? ', …' : ''}. For another one, ask its owner for an invitation.`,
    'NOT_FOUND',
  )
}

export async function findProject({ client }: Connection, choice: Choice): Promise<Project> {
  const { projects, unavailable } = await client.call(listProjects, {})
  return pickProject(projects, choice, unavailable)
}
