import { sanitize } from '@envhold/command/sanitize.ts'
import { UserError } from '@envhold/command/user-error.ts'
import { listEnvironments } from '@envhold/contract/environments/environments.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import { listProjects } from '@envhold/contract/projects/projects.ts'
import type { Choice } from '../config/project-file.ts'
import { askLine } from '../output/ask.ts'
import type { Output } from '../output/output.ts'
import { findEnvironment } from './choose-target.ts'
import type { Connection } from './connection.ts'
import { pickProject, titleAmong } from './find-project.ts'

export interface ChoiceRequest {
  readonly project: string | undefined
  readonly env: string | undefined
}

export interface NamedTarget {
  readonly id: number
  readonly name: string
}

/** Asks the user to choose from `all`; a single entry is chosen without asking. `about` adds details to the list. */
export async function choose<T extends NamedTarget>(
  output: Output,
  what: 'project' | 'environment',
  all: readonly T[],
  titleOf: (one: T) => string,
  about: (one: T) => string = () => '',
): Promise<T> {
  const [first, second] = all
  if (!first)
    throw new UserError(
      `There is no ${what} to choose.`,
      'Create one in the web app first, or ask for an invitation.',
      'NOTHING_TO_CHOOSE',
    )
  if (!second) return first
  if (!output.interactive)
    throw new UserError(
      `There are ${all.length} ${what}s to choose from.`,
      `Add --${what === 'project' ? 'project' : 'env'}: ${all
        .slice(0, 10)
        .map((one) => sanitize(titleOf(one)))
        .join(', ')}`,
      'NOT_CHOSEN',
    )
  for (const [index, one] of all.entries()) {
    const more = about(one)
    output.info(
      `${String(index + 1).padStart(3)}  ${sanitize(titleOf(one))}${more && `  ${output.err.dim(more)}`}`,
    )
  }
  for (;;) {
    const answer = await askLine(`Which ${what}? [1-${all.length}] `)
    const chosen = all[Number(answer) - 1] ?? all.find((one) => titleOf(one) === answer)
    if (chosen) return chosen
    output.info(`Enter a number from 1 to ${all.length}, or a name.`)
  }
}

const sharedBy = ({ user_role, owner_username }: Project) =>
  user_role === 'owner' ? '' : `shared by ${sanitize(owner_username)}, ${user_role}`

export async function chooseAsUser(
  connection: Connection,
  output: Output,
  given: ChoiceRequest,
): Promise<{ project: Choice; environment: Choice }> {
  const { client } = connection
  const { projects } = await client.call(listProjects, {})
  const project = given.project
    ? pickProject(projects, { id: null, name: given.project })
    : await choose(output, 'project', projects, (one) => titleAmong(projects, one), sharedBy)
  if (project.keys_pending)
    output.warn(
      `you have no keys for ${sanitize(project.name)} yet; you get them when ${sanitize(project.owner_username)} next unlocks Envhold.`,
    )
  if (given.env) {
    const place = { id: project.id, name: project.name, project }
    const environment = await findEnvironment(connection, place, { id: null, name: given.env })
    return { project, environment }
  }
  const { environments } = await client.call(listEnvironments, { params: { projectId: project.id } })
  return { project, environment: await choose(output, 'environment', environments, ({ name }) => name) }
}
