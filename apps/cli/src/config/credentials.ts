/**
 * The servers that this user knows, and where the token of each is: in the system's keychain if it works, otherwise
 * in `credentials.json`, readable by its owner only. A token belongs to one server and is never sent to another.
 */
import { chmodSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '@envhold/command/user-error.ts'
import { isRecord, readJson } from '../files/read-text.ts'
import type { Settings } from './settings.ts'

type Store = 'keychain' | 'file'
interface KnownServer {
  readonly store?: Store
  readonly token?: string
}
interface Credentials {
  readonly latest: string | null
  readonly servers: Readonly<Record<string, KnownServer>>
}

export const credentialsPath = (settings: Settings): string => join(settings.configFolder, 'credentials.json')

async function load(settings: Settings): Promise<Credentials> {
  const path = credentialsPath(settings)
  const data = await readJson(path)
  if (!isRecord(data) || !isRecord(data.servers)) return { latest: null, servers: {} }
  const { mode } = statSync(path)
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) chmodSync(path, 0o600)
  const servers = Object.entries(data.servers).map(([server, known]): [string, KnownServer] => {
    if (!isRecord(known)) return [server, {}]
    if (known.store === 'keychain') return [server, { store: 'keychain' }]
    if (typeof known.token === 'string') return [server, { store: 'file', token: known.token }]
    return [server, {}]
  })
  const latest = typeof data.latest === 'string' ? data.latest : null
  return { latest, servers: Object.fromEntries(servers) }
}

/** Loaded on demand: a start that only reads the token does without. */
const keychain = async () => (await import('./keychain.ts')).systemKeychain()

const save = async (settings: Settings, credentials: Credentials) => {
  const { writePrivateFile } = await import('../files/write-private-file.ts')
  return writePrivateFile(credentialsPath(settings), `${JSON.stringify(credentials, null, 2)}\n`)
}

/** The server of the last login. */
export const latestServer = async (settings: Settings): Promise<string | null> =>
  (await load(settings)).latest

/** Servers the user chose on this machine, by `login` or `init`. */
export const knownServers = async (settings: Settings): Promise<string[]> =>
  Object.keys((await load(settings)).servers)

export async function findToken(
  settings: Settings,
  server: string,
): Promise<{ token: Token; store: Store } | null> {
  const known = (await load(settings)).servers[server]
  if (known?.store === 'keychain') {
    const secret = await (await keychain())?.read(server)
    return secret ? { token: parseToken(secret), store: 'keychain' } : null
  }
  return known?.token ? { token: parseToken(known.token), store: 'file' } : null
}

export async function storeToken(settings: Settings, server: string, token: Token): Promise<Store> {
  const kept = (await (await keychain())?.write(server, token.secret)) === true
  const known: KnownServer = kept ? { store: 'keychain' } : { store: 'file', token: token.secret }
  const { servers } = await load(settings)
  await save(settings, { latest: server, servers: { ...servers, [server]: known } })
  return kept ? 'keychain' : 'file'
}

/** Remembers that the user chose this server. */
export async function rememberServer(settings: Settings, server: string): Promise<void> {
  const credentials = await load(settings)
  if (Object.hasOwn(credentials.servers, server)) return
  await save(settings, { ...credentials, servers: { ...credentials.servers, [server]: {} } })
}

/** @returns what happened to the token: `stuck` if the keychain still has it, so that it stays known */
export async function removeToken(
  settings: Settings,
  server: string,
): Promise<'absent' | 'removed' | 'stuck'> {
  const credentials = await load(settings)
  const known = credentials.servers[server]
  if (known?.store === 'keychain' && (await (await keychain())?.remove(server)) === false) return 'stuck'
  const { [server]: _, ...servers } = credentials.servers
  if (known)
    await save(settings, { latest: credentials.latest === server ? null : credentials.latest, servers })
  return known?.store === undefined ? 'absent' : 'removed'
}

export interface Token {
  /** `personal`: acts for its user. `api-key`: only reads the environments that it was granted. */
  readonly kind: 'personal' | 'api-key'
  /** Its public part. */
  readonly id: string
  /** What can be shown of it. */
  readonly preview: string
  readonly secret: string
}

const shape = /^(ppt|pak)_([0-9A-Za-z]{13})_[0-9A-Za-z]{49}$/

/** @throws UserError that never contains the input */
export function parseToken(text: string): Token {
  const secret = text.trim()
  const match = shape.exec(secret)
  const [, prefix, id] = match ?? []
  if (!prefix || !id) {
    const begins = /^(ppt|pak)_/.test(secret)
    throw new UserError(
      begins ? 'The token is incomplete.' : 'This is not an Envhold token.',
      begins
        ? 'Copy all of it: 67 characters.'
        : 'A token begins with ppt_ (personal) or pak_ (API key). Create one on the server’s page /cli-auth.',
      'BAD_TOKEN',
    )
  }
  const kind = prefix === 'pak' ? 'api-key' : 'personal'
  return { kind, id, preview: `${prefix}_${id.slice(0, 4)}…`, secret }
}
