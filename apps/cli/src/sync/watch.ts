/**
 * Follows both sides until it is stopped: the server by its feed, the file by looking at it every second. It says a thing
 * when it happens, and goes on by itself through everything that passes by itself.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError, UnreachableError } from '@envhold/client/api-error.ts'
import { readText } from '../files/read-text.ts'
import type { Contents } from '../remote/read-environment.ts'
import { UserError } from '../user-error.ts'
import type { ServerFeed } from './server-feed.ts'
import { jittered } from './server-feed.ts'
import type { StepResult, SyncJob } from './sync-step.ts'
import { syncStep } from './sync-step.ts'

const lookAtFileMs = 1_000
const firstPauseMs = 1_000
const longestPauseMs = 60_000

type News =
  | { readonly kind: 'contents'; readonly contents: Contents | null }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'file' }

/** No network, a busy server, a write that came between. */
const passes = (error: unknown): boolean =>
  error instanceof UnreachableError ||
  (error instanceof ApiError &&
    ['UNAVAILABLE', 'RATE_LIMITED', 'VERSION_MISMATCH', 'INTERNAL'].includes(error.code))

const inWords = (seconds: number): string =>
  seconds < 120 ? `${Math.ceil(seconds)} seconds` : `${Math.ceil(seconds / 60)} minutes`

/** How long to leave the server alone after a failure, and what to say of it. */
function afterFailure(error: unknown, failures: number): { pauseMs: number; message: string } {
  if (error instanceof ApiError && error.code === 'RATE_LIMITED' && error.retryAfter !== null)
    return {
      pauseMs: error.retryAfter * 1_000 + jittered(firstPauseMs),
      message: `The server takes no more calls of this token for now; going on in ${inWords(error.retryAfter)}.`,
    }
  return {
    pauseMs: jittered(Math.min(longestPauseMs, firstPauseMs * 2 ** failures)),
    message: 'The server does not answer; trying on.',
  }
}

export async function watch(
  job: SyncJob,
  feed: ServerFeed,
  given: { readonly contents: Contents; readonly first: StepResult },
): Promise<never> {
  const { output, path } = job
  let { contents } = given
  let said = given.first.message
  let last = given.first.done
  /** The file as the last step knew it; what it holds beyond that was written by the user meanwhile. */
  let seen: string | null | undefined = given.first.written
  let failures = 0
  let resting = Promise.resolve()
  /** A step that failed for the time being is made again. */
  let due = false
  /** What the server holds is known again only when it was heard. */
  let mustHear = given.first.done === 'pushed'
  // What is still asked when it ends must not keep the process alive.
  const stop = new AbortController()
  const pause = (ms: number) => sleep(ms, undefined, { signal: stop.signal })

  const say = (message: string) => {
    if (message !== said) output.say(message)
    said = message
  }
  const hear = async (): Promise<News> => {
    try {
      await resting
      return {
        kind: 'contents',
        contents: await feed(contents, { signal: stop.signal, atOnce: failures > 0 }),
      }
    } catch (error) {
      return { kind: 'failed', error }
    }
  }
  const rest = (error: unknown) => {
    if (!passes(error)) throw error
    const { pauseMs, message } = afterFailure(error, failures++)
    say(message)
    resting = pause(pauseMs)
    resting.catch(() => {})
  }
  const step = async () => {
    seen = await readText(path)
    try {
      const result = await syncStep(job, contents)
      seen = result.written ?? seen
      // That both sides agree is news only where they did not.
      if (result.done !== 'agreed' || (last !== 'pulled' && last !== 'pushed')) say(result.message)
      const moved = result.done === 'pulled' || result.done === 'pushed'
      if (output.json && (moved || result.done !== last)) tell(job, contents, result)
      last = result.done
      mustHear = result.done === 'pushed' && result.version !== contents.version
      due = false
    } catch (error) {
      due = !(error instanceof UserError)
      if (error instanceof UserError) say([error.message, error.hint].filter(Boolean).join(' '))
      else rest(error)
      // Somebody wrote before us: what the feed brings next decides.
      mustHear = error instanceof ApiError && error.code === 'VERSION_MISMATCH'
    }
  }

  const look = async (): Promise<News> => {
    await resting
    await pause(lookAtFileMs)
    return { kind: 'file' }
  }
  let hearing = hear()
  const follow = async (): Promise<never> => {
    for (;;) {
      const news = await (mustHear ? hearing : Promise.race([hearing, look()]))
      if (news.kind === 'file') {
        if (due || (await readText(path)) !== seen) await step()
        continue
      }
      if (news.kind === 'failed') rest(news.error)
      else {
        if (failures > 0) say('The server answers again.')
        failures = 0
        mustHear = false
        if (news.contents) {
          contents = news.contents
          await step()
        }
      }
      hearing = hear()
    }
  }
  return follow().finally(() => stop.abort())
}

/** One line of JSON for each thing that happened. */
function tell({ output, path }: SyncJob, { label }: Contents, { done, version }: StepResult): void {
  const at = new Date().toISOString()
  output.data(`${JSON.stringify({ at, done, file: path, environment: label, version })}\n`)
}
