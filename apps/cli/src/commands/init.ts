import { listEnvironments } from '@envhold/contract/environments.ts'
import { readOwnApiKey } from '@envhold/contract/inject.ts'
import type { Project } from '@envhold/contract/projects.ts'
import { listProjects } from '@envhold/contract/projects.ts'
import { dialects, formats } from '@envhold/formats/dialect.ts'
import type { Call } from '../command.ts'
import { command } from '../command.ts'
import { rememberServer } from '../config/credentials.ts'
import { guessReaders } from '../config/guess-reader.ts'
import type { Choice } from '../config/project-file.ts'
import { projectFileName, writeProjectFile } from '../config/project-file.ts'
import { readText } from '../files/read-text.ts'
import { formatOptions, targetOptions, yesOption } from '../options.ts'
import { askLine, confirm } from '../output/ask.ts'
import type { Output } from '../output/output.ts'
import { sanitize } from '../output/sanitize.ts'
import { findEnvironment } from '../remote/choose-target.ts'
import type { Connection } from '../remote/connect.ts'
import { connect } from '../remote/connect.ts'
import { pickProject, titleAmong } from '../remote/find-project.ts'
import { UserError } from '../user-error.ts'

const options = {
  ...targetOptions,
  ...formatOptions,
  output: { type: 'string', short: 'o', value: 'FILE', help: 'The file that pull writes and push reads' },
  ...yesOption,
} as const

/**
 * The reader from the options, otherwise the one that this folder seems to use; if there are two, none is guessed.
 */
async function writtenFor(output: Output, folder: string, given: Call<typeof options>['options']) {
  const dialect = dialects.find((one) => one === given.dialect)
  const format = formats.find((one) => one === given.format)
  const chosen = { dialect, format, output: given.output }
  if (Object.values(chosen).some((value) => value !== undefined)) return chosen
  const [reader, ...others] = await guessReaders(folder)
  if (!reader) return {}
  const all = [reader, ...others].map(({ name, from }) => `${name} (${from})`)
  if (others.length > 0) {
    output.say(
      `Found ${all.join(', ')}: files are written for any reader. To write for one of them, pass --dialect.`,
    )
    return {}
  }
  output.say(
    `Found ${all[0]}: files are written for it, to ${reader.output ?? '.env'} (--dialect ${reader.dialect}).`,
  )
  return { dialect: reader.dialect, output: reader.output }
}

interface Wanted {
  readonly project: string | undefined
  readonly env: string | undefined
}

interface Named {
  readonly id: number
  readonly name: string
}

/** Asks the user to choose from `all`; a single entry is chosen without asking. `about` adds details to the list. */
async function choose<T extends Named>(
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
    output.say(
      `${String(index + 1).padStart(3)}  ${sanitize(titleOf(one))}${more && `  ${output.err.dim(more)}`}`,
    )
  }
  for (;;) {
    const answer = await askLine(`Which ${what}? [1-${all.length}] `)
    const chosen = all[Number(answer) - 1] ?? all.find((one) => titleOf(one) === answer)
    if (chosen) return chosen
    output.say(`Enter a number from 1 to ${all.length}, or a name.`)
  }
}

const sharedBy = ({ user_role, owner_username }: Project) =>
  user_role === 'owner' ? '' : `shared by ${sanitize(owner_username)}, ${user_role}`

async function chooseAsUser(
  connection: Connection,
  output: Output,
  given: Wanted,
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

/** A key knows its project, and lists what it can read. */
async function chooseAsKey({ client }: Connection, output: Output, { project: wanted, env }: Wanted) {
  const { project, environments } = await client.call(readOwnApiKey, {})
  const own = [project.name, String(project.id)].map((name) => name.toLowerCase())
  if (wanted !== undefined && !own.includes(wanted.toLowerCase().replace(/^.*\//, '')))
    throw new UserError(
      `This API key belongs to the project ${sanitize(project.name)}, not to ${sanitize(wanted)}.`,
      'Omit --project, or use a key of that project.',
      'NOT_FOUND',
    )
  const named = (name: string) => (one: Named) => one.name.toLowerCase() === name.toLowerCase()
  const environment =
    env === undefined
      ? await choose(output, 'environment', environments, ({ name }) => name)
      : (environments.find(named(env)) ?? environments.find(({ id }) => String(id) === env))
  if (environment) return { project, environment }
  throw new UserError(
    `This API key cannot read ${sanitize(project.name)}/${sanitize(env ?? '')}, or that environment does not exist.`,
    `It can read: ${environments.map(({ name }) => sanitize(name)).join(', ') || 'none'}`,
    'NOT_FOUND',
  )
}

export const init = command({
  name: 'init',
  summary: 'Set the project and environment of this folder',
  operands: '',
  minimum: 0,
  maximum: 0,
  options,
  details: `Writes ${projectFileName} with the server, the project, the environment and the dialect for files. It contains no secret:\ncommit it.`,
  examples: [
    ['envhold init', 'Ask for project and environment'],
    ['envhold init --project shop --env development', 'Without questions'],
    ['envhold init --project ada/shop', 'If two projects are called shop'],
  ],
  async run({ options: given, settings, output }: Call<typeof options>) {
    const connection = await connect(settings, given)
    const { server, token } = connection
    const present = await readText(`${settings.cwd}/${projectFileName}`)
    if (
      present !== null &&
      !(await confirm(output, given.yes, `Replace the ${projectFileName} of this folder?`))
    )
      return 1
    const wanted = {
      project: given.project ?? settings.project ?? undefined,
      env: given.env ?? settings.environment ?? undefined,
    }
    const chooseHow = token.kind === 'personal' ? chooseAsUser : chooseAsKey
    const { project, environment } = await chooseHow(connection, output, wanted)
    const chosen = {
      server,
      project: { id: project.id, name: project.name },
      environment: { id: environment.id, name: environment.name },
      ...(await writtenFor(output, settings.cwd, given)),
    }
    const path = await writeProjectFile(settings.cwd, chosen)
    await rememberServer(settings, server)
    const label = sanitize(`${project.name ?? project.id}/${environment.name ?? environment.id}`)
    output.say(`This folder now uses ${label} on ${server} (saved in ${projectFileName}).`)
    output.say('Next: envhold pull, or envhold run -- COMMAND')
    if (output.json) output.result({ file: path, ...chosen }, () => '')
    return 0
  },
})
