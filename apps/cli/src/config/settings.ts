/** What the shell tells the command. The one reader of `process.env` in this app. */
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Proxies } from './proxies.ts'

export interface Settings {
  readonly cwd: string
  readonly configFolder: string
  readonly server: string | null
  readonly token: string | null
  readonly project: string | null
  readonly environment: string | null
  /** A server may be reached without TLS. */
  readonly insecure: boolean
  readonly caFile: string | null
  /** Null where none is set. */
  readonly proxies: Proxies | null
  readonly githubEnv: string | null
  /** Colours are wanted, where the stream is a terminal. */
  readonly colour: boolean
  /** A job, where nobody answers a question and the checkout is what runs anyway. */
  readonly ci: boolean
}

const given = (name: string): string | null => process.env[name]?.trim() || null

const homeFolder = (): string => {
  try {
    return homedir()
  } catch {
    return tmpdir()
  }
}

/** A folder that was deleted under the shell has no path; what is looked for in it is then not found. */
const currentFolder = (): string => {
  try {
    return process.cwd()
  } catch {
    return '.'
  }
}

const inEitherCase = (name: string): string | null => given(name.toLowerCase()) ?? given(name)

const readProxies = (): Proxies | null => {
  const [https, http] = [inEitherCase('HTTPS_PROXY'), inEitherCase('HTTP_PROXY')]
  return https || http ? { https, http, none: inEitherCase('NO_PROXY') } : null
}

export function readSettings(): Settings {
  return {
    cwd: currentFolder(),
    configFolder: join(given('XDG_CONFIG_HOME') ?? join(homeFolder(), '.config'), 'envhold'),
    server: given('ENVHOLD_SERVER'),
    token: given('ENVHOLD_TOKEN'),
    project: given('ENVHOLD_PROJECT'),
    environment: given('ENVHOLD_ENV'),
    insecure: ['1', 'true'].includes(given('ENVHOLD_INSECURE') ?? ''),
    caFile: given('ENVHOLD_CA_FILE'),
    proxies: readProxies(),
    githubEnv: given('GITHUB_ENV'),
    colour: !process.env.NO_COLOR && process.env.TERM !== 'dumb',
    ci: given('CI') !== null && given('CI') !== 'false',
  }
}

/** The environment that a started command inherits: ours, without the token that opens the vault unless it is asked for. */
export function inheritedEnvironment(withToken: boolean): Record<string, string> {
  const entries = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && (withToken || entry[0] !== 'ENVHOLD_TOKEN'),
  )
  return Object.fromEntries(entries)
}
