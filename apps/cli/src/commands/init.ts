import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sanitize } from '@envhold/command/sanitize.ts'
import { UserError } from '@envhold/command/user-error.ts'
import { readOwnApiKey } from '@envhold/contract/inject.ts'
import { dialects, formats } from '@envhold/formats/dialect.ts'
import { type Call, command, formatOptions, targetOptions, yesOption } from '../command.ts'
import { rememberServer } from '../config/credentials.ts'
import { guessReaders, requireFit } from '../config/output-format.ts'
import { findIntactProjectFile, projectFileName, writeProjectFile } from '../config/project-file.ts'
import { confirm } from '../output/ask.ts'
import type { Output } from '../output/output.ts'
import { type ChoiceRequest, choose, chooseAsUser, type NamedTarget } from '../remote/choose-by-asking.ts'
import type { Connection } from '../remote/client-for.ts'
import { connect } from '../remote/connect.ts'

const options = {
  ...targetOptions,
  ...formatOptions,
  output: { type: 'string', short: 'o', value: 'FILE', help: 'The file that pull writes and push reads' },
  ...yesOption,
} as const

/**
 * The reader from the options, otherwise the one that this folder seems to use; if there are two, none is guessed.
 */
async function writtenFor(output: Output, folder: string, optionValues: Call<typeof options>['options']) {
  const dialect = dialects.find((dialect) => dialect === optionValues.dialect)
  const format = formats.find((format) => format === optionValues.format)
  if (format) requireFit(dialect, format)
  const chosen = { dialect, format, output: optionValues.output }
  if (Object.values(chosen).some((value) => value !== undefined)) return chosen
  const [reader, ...others] = await guessReaders(folder)
  if (!reader) return {}
  const all = [reader, ...others].map(({ name, from }) => `${name} (${from})`)
  if (others.length > 0) {
    output.info(
      `Found ${all.join(', ')}: files are written for any reader. To write for one of them, pass --dialect.`,
    )
    return {}
  }
  output.info(
    `Found ${all[0]}: files are written for it, to ${reader.output ?? '.env'} (--dialect ${reader.dialect}).`,
  )
  return { dialect: reader.dialect, output: reader.output }
}

/** A key knows its project, and lists what it can read. */
async function chooseAsKey(
  { client }: Connection,
  output: Output,
  { project: projectName, env }: ChoiceRequest,
) {
  const { project, environments } = await client.call(readOwnApiKey, {})
  const own = [project.name, String(project.id)].map((name) => name.toLowerCase())
  if (projectName !== undefined && !own.includes(projectName.toLowerCase().replace(/^.*\//, '')))
    throw new UserError(
      `This API key belongs to the project ${sanitize(project.name)}, not to ${sanitize(projectName)}.`,
      'Omit --project, or use a key of that project.',
      'NOT_FOUND',
    )
  const named = (name: string) => (target: NamedTarget) => target.name.toLowerCase() === name.toLowerCase()
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
  options,
  details: `Writes ${projectFileName} with the server, the project, the environment and the dialect for files. It contains no secret:\ncommit it.`,
  examples: [
    ['envhold init', 'Ask for project and environment'],
    ['envhold init --project shop --env development', 'Without questions'],
    ['envhold init --project ada/shop', 'If two projects are called shop'],
  ],
  async run({ options: optionValues, settings, output }: Call<typeof options>) {
    const connection = await connect(settings, optionValues, output, findIntactProjectFile)
    const { server, token } = connection
    if (
      existsSync(join(settings.cwd, projectFileName)) &&
      !(await confirm(output, optionValues.yes, `Replace the ${projectFileName} of this folder?`))
    )
      return 1
    const choice = {
      project: optionValues.project ?? settings.project ?? undefined,
      env: optionValues.env ?? settings.environment ?? undefined,
    }
    const chooseHow = token.kind === 'personal' ? chooseAsUser : chooseAsKey
    const { project, environment } = await chooseHow(connection, output, choice)
    const chosen = {
      server,
      project: { id: project.id, name: project.name },
      environment: { id: environment.id, name: environment.name },
      ...(await writtenFor(output, settings.cwd, optionValues)),
    }
    const path = await writeProjectFile(settings.cwd, chosen)
    await rememberServer(settings, server)
    const label = sanitize(`${project.name ?? project.id}/${environment.name ?? environment.id}`)
    output.info(`This folder now uses ${label} on ${server} (saved in ${projectFileName}).`)
    output.info('Next: envhold pull, or envhold run -- COMMAND')
    if (output.json) output.result({ file: path, ...chosen }, () => '')
    return 0
  },
})
