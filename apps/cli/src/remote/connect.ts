import type { Client } from '@envhold/client/client.ts'
import { createClient } from '@envhold/client/client.ts'
import { findToken } from '../config/credentials.ts'
import type { ProjectFile } from '../config/project-file.ts'
import { findProjectFile } from '../config/project-file.ts'
import type { Settings } from '../config/settings.ts'
import type { Token } from '../config/token.ts'
import { parseToken } from '../config/token.ts'
import { UserError } from '../user-error.ts'
import { chooseServer, refuseForeignServer } from './choose-server.ts'
import { leanFetch } from './lean-fetch.ts'
import { warnNearLimit } from './warn-near-limit.ts'

export interface Connection {
  readonly server: string
  readonly client: Client
  readonly token: Token
  readonly tokenFrom: 'ENVHOLD_TOKEN' | 'keychain' | 'file'
  readonly file: ProjectFile | null
}

export const clientFor = (server: string, token: Token, timeoutMs?: number): Client =>
  createClient({
    server,
    fetch: warnNearLimit(leanFetch),
    headers: () => ({ authorization: `Bearer ${token.secret}` }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  })

/** Server and token, as options, environment, `.envhold.json` and login give them. Makes no call. */
export async function connect(
  settings: Settings,
  options: { server: string | undefined },
): Promise<Connection> {
  const file = await findProjectFile(settings.cwd)
  const server = await chooseServer(settings, options.server, file)
  if (settings.token) {
    await refuseForeignServer(settings, options.server, file, server)
    const token = parseToken(settings.token)
    return { server, client: clientFor(server, token), token, tokenFrom: 'ENVHOLD_TOKEN', file }
  }
  const found = await findToken(settings, server)
  if (!found)
    throw new UserError(
      `You are not logged in to ${server}.`,
      'Run envhold login, or set ENVHOLD_TOKEN. You make a token on the server’s page /cli-auth.',
      'NOT_LOGGED_IN',
    )
  return { server, client: clientFor(server, found.token), token: found.token, tokenFrom: found.store, file }
}

/** An API key reads, and nothing else. */
export function requirePersonalToken({ token, server }: Connection, what: string): void {
  if (token.kind === 'personal') return
  throw new UserError(
    `envhold ${what} needs a personal token; this is an API key, which only reads one project’s environments.`,
    `Make one on ${server}/cli-auth, then: envhold login`,
    'NEEDS_PERSONAL_TOKEN',
  )
}
