import { ApiError } from '@envhold/client/api-error.ts'
import type { Query } from '@tanstack/react-query'

const unavailableIntervalMs = 15_000

/** The polling interval: longer while the server cannot be reached, and none after a rejection. */
export const refetchInterval =
  (everyMs: number) =>
  ({ state }: { readonly state: Pick<Query<unknown, Error>['state'], 'error'> }): number | false => {
    if (!state.error) return everyMs
    const isRefusal = state.error instanceof ApiError && state.error.status < 500
    return isRefusal ? false : Math.max(everyMs, unavailableIntervalMs)
  }
