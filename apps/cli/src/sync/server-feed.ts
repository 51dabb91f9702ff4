import { setTimeout as sleep } from 'node:timers/promises'
import { awaitVersion } from '@envhold/contract/environments.ts'
import { clientTimeoutMs } from '@envhold/contract/limits.ts'
import { withAccessHint } from '../remote/access-hint.ts'
import type { Target } from '../remote/choose-target.ts'
import type { Connection } from '../remote/connect.ts'
import type { Contents } from '../remote/read-environment.ts'
import { readEnvironmentSince } from '../remote/read-environment.ts'
import type { TargetOptions } from '../remote/requested-target.ts'

/**
 * Resolves when it is time to look: with new contents, or null where nothing is new. `atOnce` after a failure, to learn
 * whether it is over.
 */
export type ServerFeed = (
  known: Contents,
  given: { readonly signal: AbortSignal; readonly atOnce: boolean },
) => Promise<Contents | null>

/** Proxies cut what is silent for half a minute. */
const waitSeconds = 25
/** Just long enough to be no counted call. */
const shortWaitSeconds = 10
const leastRoundMs = 1_000

/** Between half and one and a half times as long, so that many who follow one server do not come all at once. */
export const jittered = (ms: number): number => ms * (0.5 + Math.random())

/**
 * The server is asked to answer when the environment moves: that tells of a change within a second, and costs a token's
 * hourly calls nothing while there is none. With an interval it is asked only so often.
 */
export function followAsUser(
  connection: Connection,
  options: TargetOptions,
  target: Target,
  intervalMs: number | null,
): ServerFeed {
  const longest = intervalMs === null ? waitSeconds : shortWaitSeconds
  return async (known, { signal, atOnce }) => {
    const began = Date.now()
    const wait = atOnce ? 0 : longest
    const input = { params: { id: target.environmentId }, query: { after: known.version, wait } }
    if (intervalMs !== null && !atOnce) await sleep(intervalMs, undefined, { signal })
    const timeoutMs = wait * 1_000 + clientTimeoutMs
    const asked = connection.client.call(awaitVersion, input, { timeoutMs, signal })
    const { version } = await withAccessHint(connection, target, 'read', asked)
    if (version !== known.version)
      return readEnvironmentSince(connection, options, { etag: known.etag, target })
    // A server that is about to stop lets everybody go at once.
    if (!atOnce && Date.now() - began < leastRoundMs)
      await sleep(jittered(leastRoundMs), undefined, { signal })
    return null
  }
}

/** Each look of an API key is one of its calls, and stands in the API usage: it looks once a minute unless told otherwise. */
export function pollAsKey(connection: Connection, options: TargetOptions, intervalMs: number): ServerFeed {
  return async (known, { signal, atOnce }) => {
    if (!atOnce) await sleep(intervalMs, undefined, { signal })
    return readEnvironmentSince(connection, options, { etag: known.etag })
  }
}
