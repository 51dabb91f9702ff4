import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pause } from '@envhold/client/pause.ts'
import { UserError } from '@envhold/command/user-error.ts'
import { installCommand, versionHeader } from '@envhold/contract/pages/cli-download.ts'
import manifest from '../../package.json' with { type: 'json' }
import { isLoopback } from '../config/server-url.ts'
import type { Settings } from '../config/settings.ts'
import { readJson, readText } from '../files/read-text.ts'
import { createLeanFetch } from './lean-fetch.ts'

/** The options for the connection; every command that calls a server has them. */
export interface TransportOptions {
  readonly server: string | undefined
  readonly 'ca-file': string | undefined
  readonly insecure: boolean
}

type ConnectionOptions = Pick<TransportOptions, 'ca-file' | 'insecure'>

/** @throws UserError before anything is sent unencrypted to another machine */
function requireEncryption(settings: Settings, options: ConnectionOptions, server: string): void {
  if (server.startsWith('https:') || isLoopback(server) || options.insecure || settings.insecure) return
  throw new UserError(
    `${server} is not encrypted: others on the network could read the token and the values. Nothing was sent.`,
    `Use ${server.replace(/^http:/, 'https:')}. If you trust the whole network, pass --insecure or set ENVHOLD_INSECURE=1.`,
    'NOT_ENCRYPTED',
  )
}

async function readAuthorities(file: string): Promise<string> {
  const text = await readText(file)
  if (text?.includes('-----BEGIN CERTIFICATE-----')) return text
  throw new UserError(
    text === null ? `${file} does not exist.` : `${file} contains no certificate.`,
    'Name a PEM file with the certificate of the authority: --ca-file FILE or ENVHOLD_CA_FILE.',
    'BAD_CA_FILE',
  )
}

/**
 * The connection to a server: encrypted, through the configured proxy, with retried reads.
 * @throws UserError if the token must not be sent that way
 */
export async function transportTo(
  settings: Settings,
  options: ConnectionOptions,
  server: string,
): Promise<typeof fetch> {
  requireEncryption(settings, options, server)
  const file = options['ca-file'] ?? settings.caFile
  const ca = file && server.startsWith('https:') ? await readAuthorities(file) : null
  const proxy = settings.proxies
    ? (await import('../config/proxies.ts')).proxyFor(server, settings.proxies)
    : null
  return noticeNewerServer(retryingReads(createLeanFetch({ ca, proxy })), settings, server)
}

const maxTries = 3
const budgetMs = 5_000
const firstPauseMs = 250
/** A proxy whose server restarts, a server that is about to stop, a limit that ends within seconds. */
const passing: readonly number[] = [429, 502, 503]
const passingFaults: readonly unknown[] = ['ECONNRESET', 'EPIPE', 'EAI_AGAIN']

const codeOf = (error: unknown): unknown => {
  const cause = error instanceof Error ? error.cause : null
  return cause instanceof Error && 'code' in cause ? cause.code : null
}

/** The delay that the response asks for, in milliseconds, or null. */
const requestedPauseMs = (answer: Response): number | null => {
  const text = answer.headers.get('retry-after')
  if (text === null) return null
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : null
}

/**
 * Retries a read up to three times within five seconds after a temporary failure. A write is tried once: it may have
 * arrived although its response did not.
 */
function retryingReads(send: typeof fetch): typeof fetch {
  return async (address, init) => {
    if ((init?.method ?? 'GET') !== 'GET') return send(address, init)
    const end = Date.now() + budgetMs
    for (let tries = 1; ; tries++) {
      const jittered = firstPauseMs * 4 ** (tries - 1) * (0.5 + Math.random())
      let pauseMs = jittered
      try {
        const answer = await send(address, init)
        if (!passing.includes(answer.status)) return answer
        pauseMs = Math.max(jittered, requestedPauseMs(answer) ?? 0)
        if (tries === maxTries || Date.now() + pauseMs > end) return answer
      } catch (error) {
        if (!passingFaults.includes(codeOf(error))) throw error
        if (tries === maxTries || Date.now() + pauseMs > end) throw error
      }
      await pause(pauseMs, init?.signal)
    }
  }
}

/**
 * Each server serves the command line of its own version. A command line that is older than its server says so once a
 * day, with the command that updates it.
 */
const dayMs = 86_400_000

/** The numbers of a release, whose commit may follow a plus sign; null for anything else. */
const parts = (version: string): number[] | null =>
  /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})(?:\+[\dA-Za-z.-]+)?$/.exec(version)?.slice(1).map(Number) ?? null

/** Whether `left` is a release before `right`; false for anything that is not a release. */
export function isOlder(left: string, right: string): boolean {
  const [a, b] = [parts(left), parts(right)]
  if (!a || !b) return false
  const offset = a.findIndex((part, index) => part !== b[index])
  return offset >= 0 && (a[offset] ?? 0) < (b[offset] ?? 0)
}

/**
 * Whether this is the first notice of the day; remembers that it is. If the home folder cannot be written, there is
 * no notice.
 */
async function isDue(settings: Settings, now: number): Promise<boolean> {
  const path = join(settings.configFolder, 'newer-server.json')
  try {
    const last = await readJson(path)
    if (typeof last === 'number' && last <= now && now - last < dayMs) return false
    mkdirSync(settings.configFolder, { recursive: true, mode: 0o700 })
    writeFileSync(path, `${now}\n`, { mode: 0o600 })
    return true
  } catch {
    return false
  }
}

/** Passes every call through, and prints on stderr when the response names a newer version. */
function noticeNewerServer(send: typeof fetch, settings: Settings, server: string): typeof fetch {
  let looked = false
  return async (...request) => {
    const answer = await send(...request)
    const theirs = answer.headers.get(versionHeader)
    if (!looked && theirs !== null && isOlder(manifest.version, theirs)) {
      looked = true
      if (await isDue(settings, Date.now()))
        process.stderr.write(
          `This is envhold ${manifest.version}; the server has ${theirs}. To update: ${installCommand(server)}\n`,
        )
    }
    return answer
  }
}
