import { ApiError } from '@envhold/client/api-error.ts'
import { sanitize } from '@envhold/command/sanitize.ts'
import { readSession } from '@envhold/contract/accounts/accounts.ts'
import { readOwnApiKey } from '@envhold/contract/inject.ts'
import { storeToken, type Token } from '../config/credentials.ts'
import type { Settings } from '../config/settings.ts'
import type { Output } from '../output/output.ts'
import { watchActivityHead } from './activity-head.ts'
import { clientFor } from './client-for.ts'
import { forgetActivityHead } from './remembered-head.ts'

export interface LoginPlace {
  readonly settings: Settings
  readonly output: Output
  readonly server: string
  readonly send: typeof fetch
}

interface Bearer {
  /** The owner of the token; null if the token may not ask for it. */
  readonly username: string | null
  /** The name of an API key, and what it can read. */
  readonly scope: string | null
}

/** @throws when the server rejects the token */
async function whoBears(server: string, token: Token, send: typeof fetch): Promise<Bearer> {
  const client = clientFor(server, token, send)
  if (token.kind === 'api-key') {
    const { api_key, project } = await client.call(readOwnApiKey, {})
    return { username: null, scope: sanitize(`the API key “${api_key.key_name}” of ${project.name}`) }
  }
  try {
    const { user } = await client.call(readSession, {})
    return { username: sanitize(user.username), scope: null }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'FORBIDDEN') return { username: null, scope: null }
    throw error
  }
}

/**
 * Checks a token, saves it and says who logged in.
 * @returns the user's name, and where the token is
 * @throws when the server rejects the token
 */
export async function saveLogin(
  { settings, output, server, send }: LoginPlace,
  token: Token,
): Promise<{ readonly username: string | null; readonly store: 'keychain' | 'file' }> {
  const { username, scope } = await output.during(`Asking ${server} …`, whoBears(server, token, send))
  const store = await storeToken(settings, server, token)
  await forgetActivityHead(settings, server)
  await watchActivityHead(settings, output, { server, token, send })
  const who = username ?? scope
  output.info(who ? `Logged in to ${server} as ${who}.` : `Saved the token for ${server}.`)
  return { username, store }
}
