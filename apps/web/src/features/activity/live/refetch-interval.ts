import { ApiError } from '@envhold/client/api-error.ts'
import type { Query } from '@tanstack/react-query'

const unavailableIntervalMs = 15_000

/** How soon to ask again: less often while the server is away, and not at all after a refusal. */
export const refetchInterval =
  (everyMs: number) =>
  ({ state }: { readonly state: Pick<Query<unknown, Error>['state'], 'error'> }): number | false => {
    if (!state.error) return everyMs
    const isRefusal = state.error instanceof ApiError && state.error.status < 500
    return isRefusal ? false : Math.max(everyMs, unavailableIntervalMs)
  }
