import { setTimeout as sleep } from 'node:timers/promises'
import { awaitVersion } from '@envhold/contract/environments/environments.ts'
import { clientTimeoutMs } from '@envhold/contract/limits.ts'
import { withAccessHint } from '../remote/access-hint.ts'
import type { Target } from '../remote/choose-target.ts'
import type { Connection } from '../remote/connection.ts'
import { type Contents, readEnvironmentSince } from '../remote/read-environment.ts'
import type { TargetOptions } from '../remote/requested-target.ts'

/**
 * Resolves when it is time to check: with new contents, or null if there are none. `atOnce` after a failure, to
 * detect its end.
 */
export type ServerFeed = (
  known: Contents,
  given: { readonly signal: AbortSignal; readonly atOnce: boolean },
) => Promise<Contents | null>

/** Proxies close connections that are silent for half a minute. */
const waitSeconds = 25
/** Just long enough not to be counted. */
const shortWaitSeconds = 10
const leastRoundMs = 1_000

/** Between half and one and a half times as long, so that clients of one server do not all call at the same time. */
export const jittered = (ms: number): number => ms * (0.5 + Math.random())

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
    // A server that is about to stop ends all waits immediately.
    if (!atOnce && Date.now() - began < leastRoundMs)
      await sleep(jittered(leastRoundMs), undefined, { signal })
    return null
  }
}

/** Every check of an API key is a call and appears in the API usage: by default it checks once a minute. */
export function pollAsKey(connection: Connection, options: TargetOptions, intervalMs: number): ServerFeed {
  return async (known, { signal, atOnce }) => {
    if (!atOnce) await sleep(intervalMs, undefined, { signal })
    return readEnvironmentSince(connection, options, { etag: known.etag })
  }
}
