import { UserError } from '@envhold/command/user-error.ts'
import { clientTimeoutMs } from '@envhold/contract/limits.ts'
import { readServedFrom } from '@envhold/contract/pages/cli-download.ts'
import { findToken, knownServers, latestServer, parseToken } from '../config/credentials.ts'
import { findProjectFile, type ProjectFile } from '../config/project-file.ts'
import { isLoopback, parseServerUrl } from '../config/server-url.ts'
import type { Settings } from '../config/settings.ts'
import type { Output } from '../output/output.ts'
import { type Connection, clientFor, type FoundToken } from './client-for.ts'
import { lacksEnvironment, namedProject, type TargetOptions } from './requested-target.ts'
import { type TransportOptions, transportTo } from './transport.ts'

export interface ConnectOptions extends TransportOptions {
  /** Without a login the command fails. */
  readonly 'no-browser': boolean
}

/**
 * Server and token, from options, environment, `.envhold.json` and login. Makes no call if there is a token. With an
 * `output` it logs a user in who is at a terminal and has none, or whose token turns out to be rejected.
 * @throws UserError if the token must not be sent to the server
 */
export async function connect(
  settings: Settings,
  options: ConnectOptions,
  output: Output | null,
  findFile = findProjectFile,
): Promise<Connection> {
  const file = await findFile(settings.cwd)
  const server = await chooseServer(settings, options.server, file)
  if (settings.token) await requireKnownServer(settings, options.server, file, server)
  const transport = await transportTo(settings, options, server)
  const mayLogIn =
    output?.interactive && !output.json && !settings.ci && !settings.token && !options['no-browser']
  const logIn = async (reason: string) => {
    if (!output || !mayLogIn) return null
    // The page that opens asks for passwords: it has to be that of a server that the user chose.
    await requireKnownServer(settings, options.server, file, server)
    // Loaded on demand: a start with a token does without.
    const { logInFirst } = await import('./log-in-by-device.ts')
    return await logInFirst({ settings, output, server, send: transport }, reason)
  }
  const credentials = await tokenFor(settings, server, logIn)
  const { send, current } = renewingLogin(transport, credentials, () =>
    credentials.token.kind === 'personal'
      ? logIn(`Your login to ${server} has expired or was revoked.`)
      : Promise.resolve(null),
  )
  return {
    server,
    client: clientFor(server, credentials.token, send),
    send,
    get token() {
      return current().token
    },
    get tokenFrom() {
      return current().tokenFrom
    },
    file,
    named: { project: settings.project, environment: settings.environment },
  }
}

async function tokenFor(
  settings: Settings,
  server: string,
  logIn: (reason: string) => Promise<FoundToken | null>,
): Promise<FoundToken> {
  if (settings.token) return { token: parseToken(settings.token), tokenFrom: 'ENVHOLD_TOKEN' }
  const credentials = await findToken(settings, server)
  if (credentials) return { token: credentials.token, tokenFrom: credentials.store }
  const problem = `You are not logged in to ${server}.`
  const made = await logIn(problem)
  if (made) return made
  throw new UserError(
    problem,
    'Run envhold login, or set ENVHOLD_TOKEN. You create a token on the server’s page /cli-auth.',
    'NOT_LOGGED_IN',
  )
}

/** An API key can only read. */
export function requirePersonalToken({ token, server }: Connection, what: string): void {
  if (token.kind === 'personal') return
  throw new UserError(
    `envhold ${what} needs a personal token. This is an API key, which only reads the environments of one project.`,
    `Create one on ${server}/cli-auth, then run: envhold login`,
    'NEEDS_PERSONAL_TOKEN',
  )
}

const rejected = 401

/**
 * Repeats a call under a new token if the server rejects the old one before it has accepted it once: a rejected call
 * did nothing. Later rejections are errors, because by then a command is half done, or another program runs.
 */
function renewingLogin(
  send: typeof fetch,
  login: FoundToken,
  logIn: () => Promise<FoundToken | null>,
): { readonly send: typeof fetch; readonly current: () => FoundToken } {
  let current = login
  let isAccepted = false
  let renewal: Promise<boolean> | undefined
  // Calls that run side by side share one login.
  const renew = () => {
    renewal ??= logIn().then((made) => {
      if (made) current = made
      return made !== null
    })
    return renewal
  }
  const authorized = (init: RequestInit | undefined): RequestInit => ({
    ...init,
    headers: {
      ...(init?.headers as Record<string, string>),
      authorization: `Bearer ${current.token.secret}`,
    },
  })
  return {
    current: () => current,
    send: async (address, init) => {
      const answer = await send(address, current === login ? init : authorized(init))
      if (answer.ok) isAccepted = true
      if (answer.status !== rejected || isAccepted || !(await renew())) return answer
      // The time of the first try is over by now.
      return await send(address, { ...authorized(init), signal: AbortSignal.timeout(clientTimeoutMs) })
    },
  }
}

const defaultServer = 'http://localhost:4680'

/** Defined by the build: the slot for the URL of the server from which this command line was downloaded. */
declare const servedFrom: string | undefined
const serverOfDownload = () => (typeof servedFrom === 'undefined' ? null : readServedFrom(servedFrom))

/**
 * The server to use: `--server`, `ENVHOLD_SERVER`, `.envhold.json`, the last login, the server of the download, this
 * machine.
 */
export async function chooseServer(
  settings: Settings,
  option: string | undefined,
  file: ProjectFile | null,
): Promise<string> {
  const said = option ?? settings.server
  if (said) return parseServerUrl(said)
  return file?.server ?? (await latestServer(settings)) ?? serverOfDownload() ?? defaultServer
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
  const { askForEnvironment, askForTarget } = await import('./choose-by-asking.ts')
  return lacksProject
    ? await askForTarget(settings, output, connection, options)
    : await askForEnvironment(output, connection, options)
}
