/** The environment of the command line. The only reader of `process.env` in this app. */
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
  /** Whether a server may be used without TLS. */
  readonly insecure: boolean
  readonly caFile: string | null
  /** Null if none is set. */
  readonly proxies: Proxies | null
  readonly githubEnv: string | null
  /** Whether colors are on, if the stream is a terminal. */
  readonly color: boolean
  /** Whether a browser that this process opens shows on the user's screen. */
  readonly hasScreen: boolean
  /** A command line, as in VISUAL and EDITOR. */
  readonly editor: string
  /** Where a temporary file with secrets may be, best first: those in memory only, then the system’s. */
  readonly temporaryFolders: readonly string[]
  /** A CI job: nobody answers questions, and it runs code from the checkout anyway. */
  readonly ci: boolean
}

const variable = (name: string): string | null => process.env[name]?.trim() || null

const homeFolder = (): string => {
  try {
    return homedir()
  } catch {
    return tmpdir()
  }
}

/** The shell's folder was deleted and has no path; files in it are then not found. */
const currentFolder = (): string => {
  try {
    return process.cwd()
  } catch {
    return '.'
  }
}

const inEitherCase = (name: string): string | null => variable(name.toLowerCase()) ?? variable(name)

const readProxies = (): Proxies | null => {
  const [https, http] = [inEitherCase('HTTPS_PROXY'), inEitherCase('HTTP_PROXY')]
  return https || http ? { https, http, none: inEitherCase('NO_PROXY') } : null
}

export function readSettings(): Settings {
  return {
    cwd: currentFolder(),
    configFolder: join(variable('XDG_CONFIG_HOME') ?? join(homeFolder(), '.config'), 'envhold'),
    server: variable('ENVHOLD_SERVER'),
    token: variable('ENVHOLD_TOKEN'),
    project: variable('ENVHOLD_PROJECT'),
    environment: variable('ENVHOLD_ENV'),
    insecure: ['1', 'true'].includes(variable('ENVHOLD_INSECURE') ?? ''),
    caFile: variable('ENVHOLD_CA_FILE'),
    proxies: readProxies(),
    githubEnv: variable('GITHUB_ENV'),
    color: !process.env.NO_COLOR && process.env.TERM !== 'dumb',
    hasScreen:
      !variable('SSH_CONNECTION') &&
      (['darwin', 'win32'].includes(process.platform) ||
        (variable('DISPLAY') ?? variable('WAYLAND_DISPLAY')) !== null),
    editor: variable('VISUAL') ?? variable('EDITOR') ?? (process.platform === 'win32' ? 'notepad' : 'vi'),
    temporaryFolders: [variable('XDG_RUNTIME_DIR') ?? [], '/dev/shm', tmpdir()].flat(),
    ci: variable('CI') !== null && variable('CI') !== 'false',
  }
}

/**
 * The environment of a command that we start: ours, without the token that opens the vault unless the user keeps it.
 */
export function inheritedEnvironment(withToken: boolean): Record<string, string> {
  const entries = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && (withToken || entry[0] !== 'ENVHOLD_TOKEN'),
  )
  return Object.fromEntries(entries)
}
