/**
 * Follows both sides until it is stopped: the server by its feed, the file by checking it every second. It reports an
 * event when it happens, and continues after every failure that can pass, or that the user can mend in the file.
 */
import { ApiError, UnreachableError } from '@envhold/client/api-error.ts'
import { pause } from '@envhold/client/pause.ts'
import { UserError } from '@envhold/command/user-error.ts'
import { awaitVersion } from '@envhold/contract/environments/environments.ts'
import { clientTimeoutMs } from '@envhold/contract/limits.ts'
import { readText } from '../files/read-text.ts'
import { waitText } from '../output/ago.ts'
import { explainError } from '../output/explain-error.ts'
import { withAccessHint } from '../remote/access-hint.ts'
import type { Target } from '../remote/choose-target.ts'
import type { Connection } from '../remote/client-for.ts'
import { type Contents, readEnvironmentSince } from '../remote/read-environment.ts'
import type { TargetOptions } from '../remote/requested-target.ts'
import { type StepResult, type SyncJob, syncStep } from './sync-step.ts'

const lookAtFileMs = 1_000
const firstPauseMs = 1_000
const maxPauseMs = 60_000

type News =
  | { readonly kind: 'contents'; readonly contents: Contents | null }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'file' }

/** No network, a busy server. */
const passes = (error: unknown): boolean =>
  error instanceof UnreachableError ||
  (error instanceof ApiError && ['UNAVAILABLE', 'RATE_LIMITED', 'INTERNAL'].includes(error.code))

const isRateLimit = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'RATE_LIMITED'

/** The server rejects what the file contains. */
const contentErrors: readonly string[] = ['VALIDATION_FAILED', 'LIMIT_REACHED', 'PAYLOAD_TOO_LARGE']

/** What the user can do about the file after a failed step; null if the failure passes, or ends the command. */
function problemOf(error: unknown): string | null {
  if (error instanceof ApiError ? !contentErrors.includes(error.code) : passes(error)) return null
  const problem = error instanceof UserError ? error : explainError(error)
  return problem && [problem.message, problem.hint].filter(Boolean).join(' ')
}

/** How long to pause after a failure, and its message. */
function afterFailure(error: unknown, failures: number): { pauseMs: number; message: string } {
  if (isRateLimit(error) && error.retryAfter !== null)
    return {
      pauseMs: error.retryAfter * 1_000 + jittered(firstPauseMs),
      message: `The server accepts no more calls with this token for now. Continuing in ${waitText(error.retryAfter)}.`,
    }
  return {
    pauseMs: jittered(Math.min(maxPauseMs, firstPauseMs * 2 ** failures)),
    message: 'The server does not answer. Trying again.',
  }
}

export async function watch(
  job: SyncJob,
  feed: ServerFeed,
  start: { readonly contents: Contents; readonly first: StepResult },
): Promise<never> {
  const { output, path } = job
  let { contents } = start
  let said = start.first.message
  let last = start.first.done
  /** The file as of the last step, undefined if it cannot be read; the user wrote whatever else it contains since. */
  let seen: string | null | undefined = start.first.written
  let failures = 0
  /** An outage can end at any moment; a limit ends after its pause. */
  let atOnce = false
  let resting = Promise.resolve()
  /** A step that failed temporarily runs again. */
  let due = false
  /** The server's contents are known again only after a response. */
  let mustHear = start.first.done === 'pushed'
  // An open request must not keep the process running at the end.
  const stop = new AbortController()
  let abandon = new AbortController()

  if (output.json && hasMoved(start.first)) tell(job, contents, start.first)

  const report = (message: string) => {
    if (message !== said) output.info(message)
    said = message
  }
  const hear = async (): Promise<News> => {
    try {
      await resting
      return {
        kind: 'contents',
        contents: await feed(contents, { signal: AbortSignal.any([stop.signal, abandon.signal]), atOnce }),
      }
    } catch (error) {
      return { kind: 'failed', error }
    }
  }
  const rest = (error: unknown) => {
    if (!passes(error)) throw error
    const { pauseMs, message } = afterFailure(error, failures++)
    report(message)
    atOnce = !isRateLimit(error)
    resting = pause(pauseMs, stop.signal)
    resting.catch(() => {})
  }
  const readFile = () => readText(path).catch(() => undefined)
  const step = async () => {
    seen = await readFile()
    try {
      const result = await syncStep(job, contents)
      seen = result.written ?? seen
      // That both sides are in sync is reported only after they were not.
      if (result.done !== 'agreed' || (last !== 'pulled' && last !== 'pushed')) report(result.message)
      if (output.json && (hasMoved(result) || result.done !== last)) tell(job, contents, result)
      last = result.done
      mustHear = result.done === 'pushed' && result.version !== contents.version
      due = false
    } catch (error) {
      // The next result of the feed decides.
      mustHear = error instanceof ApiError && error.code === 'VERSION_MISMATCH'
      const problem = mustHear ? null : problemOf(error)
      due = problem === null
      if (mustHear) report(`Someone else wrote to ${contents.label} first. Comparing again.`)
      else if (problem !== null) report(problem)
      else rest(error)
    }
    if (mustHear) hearAtOnce()
  }

  const look = async (): Promise<News> => {
    await resting
    await pause(lookAtFileMs, stop.signal)
    return { kind: 'file' }
  }
  let hearing = hear()
  /** Edits of the file wait for what is heard, and not for an interval. */
  function hearAtOnce() {
    abandon.abort()
    abandon = new AbortController()
    atOnce = true
    hearing = hear()
  }
  const follow = async (): Promise<never> => {
    for (;;) {
      const heard = hearing
      const news = await (mustHear ? heard : Promise.race([heard, look()]))
      if (news.kind === 'file') {
        if (due || (await readFile()) !== seen) await step()
        continue
      }
      if (news.kind === 'failed') rest(news.error)
      else {
        if (failures > 0) report('The server answers again.')
        failures = 0
        atOnce = false
        mustHear = false
        if (news.contents) {
          contents = news.contents
          await step()
        }
      }
      if (hearing === heard) hearing = hear()
    }
  }
  return follow().finally(() => stop.abort())
}

const hasMoved = ({ done }: StepResult): boolean => done === 'pulled' || done === 'pushed'

/** One line of JSON per event. */
function tell({ output, path }: SyncJob, { label }: Contents, { done, version }: StepResult): void {
  const at = new Date().toISOString()
  output.data(`${JSON.stringify({ at, done, file: path, environment: label, version })}\n`)
}

/**
 * Resolves when it is time to check: with new contents, or null if there are none. `atOnce` after a failure, to
 * detect its end.
 */
type ServerFeed = (
  known: Contents,
  request: { readonly signal: AbortSignal; readonly atOnce: boolean },
) => Promise<Contents | null>

/** Proxies close connections that are silent for half a minute. */
const waitSeconds = 25
/** Just long enough not to be counted. */
const shortWaitSeconds = 10
const minRoundMs = 1_000

/** Between half and one and a half times as long, so that clients of one server do not all call at the same time. */
const jittered = (ms: number): number => ms * (0.5 + Math.random())

/**
 * The server responds when the environment changes: that reports a change within a second, and otherwise uses none of
 * a token's hourly calls. With an interval it is only asked that often.
 */
export function followAsUser(
  connection: Connection,
  options: TargetOptions,
  target: Target,
  intervalMs: number | null,
): ServerFeed {
  const maxSeconds = intervalMs === null ? waitSeconds : shortWaitSeconds
  return async (known, { signal, atOnce }) => {
    const began = Date.now()
    const wait = atOnce ? 0 : maxSeconds
    const input = { params: { id: target.environmentId }, query: { after: known.version, wait } }
    if (intervalMs !== null && !atOnce) await pause(intervalMs, signal)
    const timeoutMs = wait * 1_000 + clientTimeoutMs
    const response = connection.client.call(awaitVersion, input, { timeoutMs, signal })
    const { version } = await withAccessHint(connection, target, 'read', response)
    if (version !== known.version)
      return readEnvironmentSince(connection, options, { etag: known.etag, target })
    // A server that is about to stop ends all waits immediately.
    if (!atOnce && Date.now() - began < minRoundMs) await pause(jittered(minRoundMs), signal)
    return null
  }
}

/** Every check of an API key is a call and appears in the API usage: by default it checks once a minute. */
export function pollAsKey(connection: Connection, options: TargetOptions, intervalMs: number): ServerFeed {
  return async (known, { signal, atOnce }) => {
    if (!atOnce) await pause(intervalMs, signal)
    return readEnvironmentSince(connection, options, { etag: known.etag })
  }
}
