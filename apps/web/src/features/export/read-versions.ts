import { ApiError, UnreachableError } from '@envhold/client/api-error.ts'
import { pause } from '@envhold/client/pause.ts'
import {
  type ExportedEnvironment,
  type ExportedVersion,
  exportEnvironment,
  exportVersions,
} from '@envhold/contract/export.ts'
import type { Api } from '../../connection/api/api.ts'

/** An answer holds megabytes, which a slow connection needs longer for. */
const timeoutMs = 120_000
/** A wait that is not worth asking about, in seconds. */
const shortWait = 10
const attempts = 3

interface VersionReader {
  readonly api: Api
  readonly history: boolean
  readonly signal: AbortSignal
  /** The master password of this download; null while the page’s vault is open and gives its own. */
  readonly masterPassword: () => string | null
  /** A call failed: resolves when it should be made again. */
  readonly onFailure: (error: unknown) => Promise<void>
}

/** How long to wait before a call that failed is made again without asking, in seconds; null: ask. */
function patienceWith(error: unknown, attempt: number): number | null {
  if (attempt >= attempts) return null
  if (error instanceof UnreachableError) return error.reason === 'not-envhold' ? null : attempt
  if (!(error instanceof ApiError)) return null
  if (error.code !== 'RATE_LIMITED' && error.code !== 'UNAVAILABLE') return null
  const seconds = error.retryAfter ?? attempt
  return seconds <= shortWait ? seconds : null
}

/** Makes a call until it succeeds: after a short wait by itself, after anything else when the person says so. */
async function persist<T>({ signal, onFailure }: VersionReader, call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted()
    try {
      return await call()
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof ApiError && error.code === 'NOT_FOUND') throw error
      const seconds = patienceWith(error, attempt)
      if (seconds !== null) await pause(seconds * 1_000, signal)
      else {
        await onFailure(error)
        attempt = 0
      }
    }
  }
}

/** The versions of an environment in parts, newest first; null if it was deleted meanwhile. */
export async function* readVersions(
  reading: VersionReader,
  { id }: Pick<ExportedEnvironment, 'id'>,
): AsyncGenerator<readonly ExportedVersion[] | null> {
  const { api, history, signal, masterPassword } = reading
  const read = (before: number | undefined) => {
    const typed = masterPassword()
    return api.call(
      exportEnvironment,
      { params: { id }, query: { before, limit: history ? exportVersions : 1 } },
      {
        signal,
        timeoutMs,
        ...(typed !== null && { headers: { 'x-master-password': encodeURIComponent(typed) } }),
      },
    )
  }
  let before: number | undefined
  do {
    try {
      const { versions, next } = await persist(reading, () => read(before))
      yield versions
      before = next ?? undefined
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'NOT_FOUND') throw error
      return yield null
    }
  } while (history && before !== undefined)
}
