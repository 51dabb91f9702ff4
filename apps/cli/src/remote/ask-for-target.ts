import { join } from 'node:path'
import { sanitize } from '@envhold/command/sanitize.ts'
import { listEnvironments } from '@envhold/contract/environments/environments.ts'
import { rememberServer } from '../config/credentials.ts'
import { projectFileName, writeProjectFile } from '../config/project-file.ts'
import type { Settings } from '../config/settings.ts'
import { confirm } from '../output/ask.ts'
import type { Output } from '../output/output.ts'
import { withAccessHint } from './access-hint.ts'
import { choose, chooseAsUser } from './choose-by-asking.ts'
import { chooseProject } from './choose-target.ts'
import type { Connection } from './connection.ts'
import type { TargetOptions } from './requested-target.ts'

/** Asks for the environment of the project that is set. Not saved: the project may be for one command only. */
export async function askForEnvironment(
  output: Output,
  connection: Connection,
  options: TargetOptions,
): Promise<Connection> {
  const { id, name } = await chooseProject(connection, options)
  const { environments } = await withAccessHint(
    connection,
    { projectId: id, label: sanitize(name) },
    'read',
    connection.client.call(listEnvironments, { params: { projectId: id } }),
  )
  output.info(`No environment of ${sanitize(name)} is set.`)
  const environment = await choose(output, 'environment', environments, (one) => one.name)
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
  const given = { project: undefined, env: env ?? connection.named.environment ?? undefined }
  const { project, environment } = await chooseAsUser(connection, output, given)
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
