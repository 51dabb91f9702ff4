import { ApiError, UnreachableError } from '@envhold/client/api-error.ts'
import type { Account } from '@envhold/contract/accounts/accounts.ts'

/**
 * `ready`: the server confirmed the account, or nobody is signed in. `degraded`: no usable answer (`error`), so the
 * stored session is assumed to be valid. `suspended`: the account can open its billing page only, or
 * waits for approval. `error`: the answer
 * was not usable.
 */
export type SessionState =
  | { status: 'loading' }
  | { status: 'ready'; account: Account | null }
  | { status: 'degraded'; error: unknown }
  | { status: 'suspended' }
  | { status: 'error'; requestId: string | null }

/** Where the query client keeps it. */
export const sessionStateKey = ['session'] as const

const maxRetries = 5
const firstWaitMs = 125

interface Options {
  readonly read: () => Promise<Account>
  readonly wait: (ms: number) => Promise<void>
}

const isUnavailable = (error: unknown) =>
  error instanceof UnreachableError
    ? error.reason !== 'not-envhold'
    : error instanceof ApiError && (error.code === 'UNAVAILABLE' || error.code === 'RATE_LIMITED')

/** Reads the session; retries up to 5 times if there is no usable answer, after 125 ms, then doubling. */
export async function loadSession({ read, wait }: Options): Promise<SessionState> {
  for (let failures = 0; ; failures += 1) {
    try {
      return { status: 'ready', account: await read() }
    } catch (error) {
      if (error instanceof ApiError && error.code === 'UNAUTHENTICATED')
        return { status: 'ready', account: null }
      if (error instanceof ApiError && ['ACCOUNT_SUSPENDED', 'ACCOUNT_PENDING'].includes(error.code))
        return { status: 'suspended' }
      if (error instanceof ApiError && error.status < 500 && !isUnavailable(error))
        return { status: 'error', requestId: error.requestId }
      if (failures === maxRetries) {
        if (isUnavailable(error)) return { status: 'degraded', error }
        return { status: 'error', requestId: error instanceof ApiError ? error.requestId : null }
      }
      await wait(firstWaitMs * 2 ** failures)
    }
  }
}
