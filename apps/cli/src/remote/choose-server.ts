import { UserError } from '@envhold/command/user-error.ts'
import { knownServers, latestServer } from '../config/credentials.ts'
import type { ProjectFile } from '../config/project-file.ts'
import { isLoopback, parseServerUrl } from '../config/server-url.ts'
import type { Settings } from '../config/settings.ts'

const defaultServer = 'http://localhost:4680'

/** The server to use: `--server`, `ENVHOLD_SERVER`, `.envhold.json`, the last login, this machine. */
export async function chooseServer(
  settings: Settings,
  option: string | undefined,
  file: ProjectFile | null,
): Promise<string> {
  const said = option ?? settings.server
  if (said) return parseServerUrl(said)
  return file?.server ?? (await latestServer(settings)) ?? defaultServer
}

/**
 * A token from the environment or a pipe does not name its server, and a cloned `.envhold.json` may name any server:
 * one on this machine too, where a step of the same job may listen. So the token is sent only to a server that an
 * option, the environment or an earlier login named.
 */
export async function requireKnownServer(
  settings: Settings,
  option: string | undefined,
  file: ProjectFile | null,
  server: string,
): Promise<void> {
  if (option || settings.server || file?.server !== server) return
  // A login in the browser has no token yet that could be sent.
  if (isLoopback(server) && !settings.token && !settings.ci) return
  if ((await knownServers(settings)).includes(server)) return
  throw new UserError(
    `${file.path} names the server ${server}, which you have not used before. No token was sent to it.`,
    `If you trust that server, pass --server ${server} or set ENVHOLD_SERVER.`,
    'UNKNOWN_SERVER',
  )
}
