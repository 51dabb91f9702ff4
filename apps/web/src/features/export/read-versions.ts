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
  /** A call failed: resolves with null when it should be made again, or with the reason to leave the environment out. */
  readonly onFailure: (error: unknown) => Promise<string | null>
}

/** Why an environment cannot be read, where another attempt does not help. */
const finalReasons: Readonly<Record<string, string>> = {
  NOT_FOUND: 'It was deleted while this archive was made.',
  FORBIDDEN:
    'Your vault does not have its key. A collaborator who can open it can give the keys back to you.',
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

/**
 * Makes a call until it succeeds: after a short wait by itself, after anything else when the person says so.
 * @returns the reason, if the environment is left out
 */
async function persist<T>({ signal, onFailure }: VersionReader, call: () => Promise<T>): Promise<T | string> {
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted()
    try {
      return await call()
    } catch (error) {
      signal.throwIfAborted()
      const reason = error instanceof ApiError ? finalReasons[error.code] : undefined
      if (reason !== undefined) return reason
      const seconds = patienceWith(error, attempt)
      if (seconds !== null) await pause(seconds * 1_000, signal)
      else {
        const reason = await onFailure(error)
        if (reason !== null) return reason
        attempt = 0
      }
    }
  }
}

/** The versions of an environment in parts, newest first; or the reason why it is left out. */
export async function* readVersions(
  reading: VersionReader,
  { id }: Pick<ExportedEnvironment, 'id'>,
): AsyncGenerator<readonly ExportedVersion[] | string> {
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
    const answer = await persist(reading, () => read(before))
    if (typeof answer === 'string') return yield answer
    yield answer.versions
    before = answer.next ?? undefined
  } while (history && before !== undefined)
}
