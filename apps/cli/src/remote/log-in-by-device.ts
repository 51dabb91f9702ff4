import { spawn } from 'node:child_process'
import { hostname } from 'node:os'
import { ApiError, UnreachableError } from '@envhold/client/api-error.ts'
import { type Client, createClient } from '@envhold/client/client.ts'
import { pause } from '@envhold/client/pause.ts'
import { sanitize } from '@envhold/command/sanitize.ts'
import { UserError } from '@envhold/command/user-error.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { clientTimeoutMs } from '@envhold/contract/limits.ts'
import {
  maxDeviceNameLength,
  pollDeviceLogin,
  slowDownSeconds,
  startDeviceLogin,
} from '@envhold/contract/personal-tokens/device-login.ts'
import manifest from '../../package.json' with { type: 'json' }
import { parseToken, storeToken, type Token } from '../config/credentials.ts'
import { inheritedEnvironment, type Settings } from '../config/settings.ts'
import type { Output } from '../output/output.ts'
import type { FoundToken } from './client-for.ts'
import { type LoginPlace, saveLogin } from './save-login.ts'

interface DeviceLoginDeps {
  readonly settings: Settings
  readonly output: Output
  readonly server: string
  readonly send: typeof fetch
  /** Whether a browser may be opened. */
  readonly browser: boolean
}

type Started = OutputOf<typeof startDeviceLogin>

const systems: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'macOS',
  linux: 'Linux',
  win32: 'Windows',
}
const again = 'Run the command again.'

/**
 * Shows a code, and waits until a signed-in user has compared it on the server's page and answered.
 * @returns the token; null if the server is older than this way of logging in
 * @throws UserError when the login was denied or has expired
 */
export async function logInByDevice(deps: DeviceLoginDeps): Promise<Token | null> {
  const { settings, output, server, send } = deps
  const client = createClient({ server, fetch: send, timeoutMs: clientTimeoutMs })
  const started = await output.during(`Asking ${server} …`, start(client))
  if (!started) return null
  const onInterrupt = () => {
    process.stderr.write('\nThe login was canceled.\n')
    process.exit(130)
  }
  // Before the text that names it.
  process.once('SIGINT', onInterrupt)
  try {
    showCode(deps, started)
    const token = await waitForToken(client, started, server)
    // The server issues it once: a connection that fails now must not lose it.
    await storeToken(settings, server, token)
    return token
  } finally {
    process.off('SIGINT', onInterrupt)
  }
}

async function start(client: Client): Promise<Started | null> {
  const device_name = sanitize(hostname()).slice(0, maxDeviceNameLength).trim() || 'unknown'
  const body = {
    device_name,
    client: `envhold ${manifest.version} on ${systems[process.platform] ?? process.platform}`,
  }
  try {
    return await client.call(startDeviceLogin, { body })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return null
    throw error
  }
}

/** The page is named by the address at which this machine reaches the server, as in every other text. */
function showCode({ settings, output, server, browser }: DeviceLoginDeps, started: Started): void {
  const url = new URL(`${server}/cli-auth`)
  url.searchParams.set('code', started.user_code)
  const tag = new URL(started.verification_uri_complete).searchParams.get('tag')
  if (tag !== null) url.searchParams.set('tag', tag)
  const isOpened = browser && openBrowser(settings, url)
  output.info(`Your code: ${output.err.bold(sanitize(started.user_code))}`)
  output.info('')
  output.info(isOpened ? 'Compare it in the browser that opens, or on' : 'Compare it in a browser on')
  output.info(`  ${sanitize(url.href)}`)
  output.info('and approve the login there. Waiting … (Ctrl-C cancels)')
}

async function waitForToken(
  client: Client,
  { device_code, interval, expires_in }: Started,
  server: string,
): Promise<Token> {
  const body = { device_code }
  const endsAt = performance.now() + expires_in * 1_000
  for (let seconds = interval; performance.now() < endsAt; ) {
    await pause(seconds * 1_000)
    const answer = await poll(client, body)
    if (answer === null) seconds += slowDownSeconds
    else if (answer.status === 'approved' && answer.token) return parseToken(answer.token)
    else if (answer.status === 'access_denied')
      throw new UserError('The login was denied. No token was saved.', again, 'ACCESS_DENIED')
    else if (answer.status === 'expired_token') break
    else seconds = answer.interval
  }
  throw new UserError(
    'The login has expired. No token was saved.',
    `${again} If you approved it, its token was lost on the way: revoke it on ${server}/account/tokens.`,
    'EXPIRED_TOKEN',
  )
}

/** @returns null while the server cannot answer: a login lasts longer than most failures */
async function poll(
  client: Client,
  body: { readonly device_code: string },
): Promise<OutputOf<typeof pollDeviceLogin> | null> {
  try {
    return await client.call(pollDeviceLogin, { body })
  } catch (error) {
    const isAway =
      error instanceof UnreachableError ||
      (error instanceof ApiError && ['UNAVAILABLE', 'RATE_LIMITED'].includes(error.code))
    if (isAway) return null
    throw error
  }
}

/** The program that opens a URL, without a shell that would interpret it. */
const openers: Partial<Record<NodeJS.Platform, readonly [program: string, ...words: string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/**
 * Opens a page in the user's browser, if this machine has a screen. Fails quietly: the URL is printed, too.
 * @returns whether it was tried
 */
function openBrowser({ hasScreen }: Pick<Settings, 'hasScreen'>, url: URL): boolean {
  if (!hasScreen || !['http:', 'https:'].includes(url.protocol)) return false
  const [program, ...words] = openers[process.platform] ?? ['xdg-open']
  try {
    const child = spawn(program, [...words, url.href], {
      stdio: 'ignore',
      detached: true,
      env: inheritedEnvironment(false),
    })
    child.once('error', () => {})
    child.unref()
    return true
  } catch {
    return false
  }
}

/**
 * Logs the user in by a code before the command goes on. Only stderr is written to, as stdout belongs to the command.
 * @returns null if the server is older than this way of logging in
 * @throws UserError when the login was denied or has expired
 */
export async function logInFirst(place: LoginPlace, reason: string): Promise<FoundToken | null> {
  place.output.clearProgress()
  place.output.info(reason)
  try {
    const token = await logInByDevice({ ...place, browser: true })
    if (!token) return null
    const { store } = await saveLogin(place, token)
    return { token, tokenFrom: store }
  } catch (error) {
    if (error instanceof UserError) throw error
    // So that nothing takes it for an answer to the command's own call.
    const { explainError } = await import('../output/explain-error.ts')
    throw explainError(error) ?? error
  }
}
