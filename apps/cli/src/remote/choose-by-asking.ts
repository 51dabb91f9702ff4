import { join } from 'node:path'
import { sanitize } from '@envhold/command/sanitize.ts'
import { UserError } from '@envhold/command/user-error.ts'
import { listEnvironments } from '@envhold/contract/environments/environments.ts'
import { listProjects, type Project } from '@envhold/contract/projects/projects.ts'
import { rememberServer } from '../config/credentials.ts'
import { type Choice, projectFileName, writeProjectFile } from '../config/project-file.ts'
import type { Settings } from '../config/settings.ts'
import { askLine, confirm } from '../output/ask.ts'
import type { Output } from '../output/output.ts'
import { environmentsOfChosen, findEnvironment } from './choose-target.ts'
import type { Connection } from './client-for.ts'
import { pickProject, titleAmong } from './find-project.ts'
import type { TargetOptions } from './requested-target.ts'

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
  titleOf: (item: T) => string,
  about: (item: T) => string = () => '',
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
        .map((item) => sanitize(titleOf(item)))
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
    const chosen = all[Number(answer) - 1] ?? all.find((item) => titleOf(item) === answer)
    if (chosen) return chosen
    output.info(`Enter a number from 1 to ${all.length}, or a name.`)
  }
}

const sharedBy = ({ user_role, owner_username }: Project) =>
  user_role === 'owner' ? '' : `shared by ${sanitize(owner_username)}, ${user_role}`

export async function chooseAsUser(
  connection: Connection,
  output: Output,
  request: ChoiceRequest,
): Promise<{ project: Choice; environment: Choice }> {
  const { client } = connection
  const { projects, unavailable } = await client.call(listProjects, {})
  const project = request.project
    ? pickProject(projects, { id: null, name: request.project }, unavailable)
    : await choose(output, 'project', projects, (project) => titleAmong(projects, project), sharedBy)
  if (project.keys_pending)
    output.warn(
      `you have no keys for ${sanitize(project.name)} yet; you get them when ${sanitize(project.owner_username)} next unlocks Envhold.`,
    )
  if (request.env) {
    const place = { id: project.id, name: project.name, project }
    const environment = await findEnvironment(connection, place, { id: null, name: request.env })
    return { project, environment }
  }
  const { environments } = await client.call(listEnvironments, { params: { projectId: project.id } })
  return { project, environment: await choose(output, 'environment', environments, ({ name }) => name) }
}

/** Asks for the environment of the project that is set. Not saved: the project may be for one command only. */
export async function askForEnvironment(
  output: Output,
  connection: Connection,
  options: TargetOptions,
): Promise<Connection> {
  const { project, environments } = await environmentsOfChosen(connection, options)
  output.info(`No environment of ${project} is set.`)
  const environment = await choose(output, 'environment', environments, (environment) => environment.name)
  return { ...connection, named: { ...connection.named, environment: environment.name } }
}

/**
 * Asks for project and environment, and offers to save the answer as `envhold init` does. With `yes` it is not saved:
 * who agrees to a command in advance has not agreed to a new file.
 */
export async function askForTarget(
  settings: Settings,
  output: Output,
  connection: Connection,
  { env, yes = false }: TargetOptions & { readonly yes?: boolean },
): Promise<Connection> {
  output.info('No project is set for this folder.')
  const choice = { project: undefined, env: env ?? connection.named.environment ?? undefined }
  const { project, environment } = await chooseAsUser(connection, output, choice)
  const chosen = {
    project: { id: project.id, name: project.name },
    environment: { id: environment.id, name: environment.name },
  }
  const label = sanitize(`${project.name}/${environment.name}`)
  const { server, file } = connection
  // A file without a project is the user's own, and stays as it is.
  if (
    !file &&
    !yes &&
    (await confirm(output, false, `Save ${label} for this folder in ${projectFileName}?`))
  ) {
    await writeProjectFile(settings.cwd, { server, ...chosen })
    await rememberServer(settings, server)
    output.info(`Saved in ${projectFileName}. It contains no secret: commit it.`)
  }
  const unset = { server: null, dialect: null, format: null, output: null }
  const path = join(settings.cwd, projectFileName)
  return { ...connection, file: { path, ...unset, ...file, ...chosen } }
}
