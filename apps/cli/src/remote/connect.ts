import { type Client, createClient } from '@envhold/client/client.ts'
import { clientTimeoutMs } from '@envhold/contract/limits.ts'
import { findToken } from '../config/credentials.ts'
import { findProjectFile, type ProjectFile } from '../config/project-file.ts'
import type { Settings } from '../config/settings.ts'
import { parseToken, type Token } from '../config/token.ts'
import { UserError } from '../user-error.ts'
import { chooseServer, requireKnownServer } from './choose-server.ts'
import { type TransportOptions, transportTo } from './transport.ts'
import { warnNearLimit } from './warn-near-limit.ts'

export interface Connection {
  readonly server: string
  readonly client: Client
  readonly send: typeof fetch
  readonly token: Token
  readonly tokenFrom: 'ENVHOLD_TOKEN' | 'keychain' | 'file'
  readonly file: ProjectFile | null
  /** ENVHOLD_PROJECT and ENVHOLD_ENV. */
  readonly named: { readonly project: string | null; readonly environment: string | null }
}

/** A token opens environments without Argon2id, so no call waits for its turn. */
export const clientFor = (
  server: string,
  token: Token,
  send: typeof fetch,
  timeoutMs = clientTimeoutMs,
): Client =>
  createClient({
    server,
    fetch: warnNearLimit(send),
    headers: () => ({ authorization: `Bearer ${token.secret}` }),
    timeoutMs,
  })

/**
 * Server and token, from options, environment, `.envhold.json` and login. Makes no call.
 * @throws UserError if the token must not be sent to the server
 */
export async function connect(settings: Settings, options: TransportOptions): Promise<Connection> {
  const file = await findProjectFile(settings.cwd)
  const server = await chooseServer(settings, options.server, file)
  if (settings.token) await requireKnownServer(settings, options.server, file, server)
  const send = await transportTo(settings, options, server)
  const { token, tokenFrom } = await tokenFor(settings, server)
  const named = { project: settings.project, environment: settings.environment }
  return { server, client: clientFor(server, token, send), send, token, tokenFrom, file, named }
}

async function tokenFor(
  settings: Settings,
  server: string,
): Promise<Pick<Connection, 'token' | 'tokenFrom'>> {
  if (settings.token) return { token: parseToken(settings.token), tokenFrom: 'ENVHOLD_TOKEN' }
  const found = await findToken(settings, server)
  if (found) return { token: found.token, tokenFrom: found.store }
  throw new UserError(
    `You are not logged in to ${server}.`,
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
