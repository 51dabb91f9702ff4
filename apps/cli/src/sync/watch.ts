import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError, UnreachableError } from '@envhold/client/api-error.ts'
import { readText } from '../files/read-text.ts'
import type { TargetOptions } from '../remote/choose-target.ts'
import type { Contents } from '../remote/read-environment.ts'
import { readEnvironmentSince } from '../remote/read-environment.ts'
import { UserError } from '../user-error.ts'
import type { StepResult, SyncJob } from './sync-step.ts'
import { syncStep } from './sync-step.ts'

const longestPauseMs = 60_000

/** What passes by itself: no network, a busy server, a write that came between. */
const passes = (error: unknown): boolean =>
  error instanceof UnreachableError ||
  (error instanceof ApiError &&
    ['UNAVAILABLE', 'RATE_LIMITED', 'VERSION_MISMATCH', 'INTERNAL'].includes(error.code))

/** Follows both sides until it is stopped. Says a thing when it happens, not each time it looks. */
export async function watch(
  job: SyncJob,
  options: TargetOptions,
  given: { contents: Contents; first: StepResult; intervalMs: number },
): Promise<never> {
  const { output, path } = job
  let { contents } = given
  let said = given.first.message
  let last = given.first.done
  let seen = await readText(path)
  let pause = given.intervalMs
  let away = false

  const say = (message: string) => {
    if (message !== said) output.say(message)
    said = message
  }
  for (;;) {
    await sleep(pause)
    try {
      const fresh = await readEnvironmentSince(job.connection, options, contents.etag, job.target)
      if (away) output.say('The server is back.')
      away = false
      pause = given.intervalMs
      const text = await readText(path)
      if (!fresh && text === seen) continue
      contents = fresh ?? contents
      const result = await syncStep(job, contents)
      // That both sides agree is news only where they did not.
      if (result.done !== 'agreed' || (last !== 'pulled' && last !== 'pushed')) say(result.message)
      last = result.done
      // After a push the server's side is known only by asking again.
      if (result.done === 'pushed') contents = { ...contents, etag: null }
      seen = await readText(path)
    } catch (error) {
      if (error instanceof UserError) {
        say([error.message, error.hint].filter(Boolean).join(' '))
        seen = await readText(path)
      } else if (passes(error)) {
        if (!away) output.say('The server does not answer; trying on.')
        away = true
        pause = Math.min(longestPauseMs, pause * 2)
      } else throw error
    }
  }
}
