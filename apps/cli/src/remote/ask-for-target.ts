import { join } from 'node:path'
import { rememberServer } from '../config/credentials.ts'
import { projectFileName, writeProjectFile } from '../config/project-file.ts'
import type { Settings } from '../config/settings.ts'
import { confirm } from '../output/ask.ts'
import type { Output } from '../output/output.ts'
import { sanitize } from '../output/sanitize.ts'
import { chooseAsUser } from './choose-by-asking.ts'
import type { Connection } from './connection.ts'
import type { TargetOptions } from './requested-target.ts'

/** Asks for project and environment, and offers to save the answer as `envhold init` does. */
export async function askForTarget(
  settings: Settings,
  output: Output,
  connection: Connection,
  { env, yes = false }: TargetOptions & { readonly yes?: boolean },
): Promise<Connection> {
  output.say('No project is set for this folder.')
  const given = { project: undefined, env: env ?? connection.named.environment ?? undefined }
  const { project, environment } = await chooseAsUser(connection, output, given)
  const chosen = {
    project: { id: project.id, name: project.name },
    environment: { id: environment.id, name: environment.name },
  }
  const label = sanitize(`${project.name}/${environment.name}`)
  const { server, file } = connection
  // A file without a project is the user's own, and stays as it is.
  if (!file && (await confirm(output, yes, `Save ${label} for this folder in ${projectFileName}?`))) {
    await writeProjectFile(settings.cwd, { server, ...chosen })
    await rememberServer(settings, server)
    output.say(`Saved in ${projectFileName}. It contains no secret: commit it.`)
  }
  const unset = { server: null, dialect: null, format: null, output: null }
  const path = join(settings.cwd, projectFileName)
  return { ...connection, file: { path, ...unset, ...file, ...chosen } }
}
