import type { Settings } from '../config/settings.ts'
import type { Output } from '../output/output.ts'
import { type ConnectOptions, connect } from './connect.ts'
import type { Connection } from './connection.ts'
import { lacksEnvironment, namedProject, type TargetOptions } from './requested-target.ts'

/**
 * {@link connect}, for commands of one environment. A user at a terminal who has set no project is asked for one, and
 * may save the answer for this folder; one who has set only the project is asked for the environment.
 * @throws UserError if the token must not be sent to the server
 */
export async function connectToTarget(
  settings: Settings,
  output: Output,
  options: ConnectOptions & TargetOptions & { readonly yes?: boolean },
): Promise<Connection> {
  const connection = await connect(settings, options, output)
  const lacksProject = connection.token.kind === 'personal' && namedProject(connection, options) === null
  const isSet = !lacksProject && !lacksEnvironment(connection, options)
  if (isSet || output.json || !output.interactive || settings.ci) return connection
  // Loaded on demand: a folder that is set up does without.
  const { askForEnvironment, askForTarget } = await import('./ask-for-target.ts')
  return lacksProject
    ? await askForTarget(settings, output, connection, options)
    : await askForEnvironment(output, connection, options)
}
