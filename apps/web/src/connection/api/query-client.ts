import { ApiError, UnreachableError } from '@envhold/client/api-error.ts'
import { QueryClient } from '@tanstack/react-query'

const longestRetryAfter = 3

/**
 * Retries help if there was no usable answer, not if the server rejected the call. A call that waited until its timeout
 * is not repeated: it would queue again on a busy server, and send the master password again.
 */
export const shouldRetry = (failures: number, error: Error) => {
  if (failures >= 2) return false
  if (error instanceof UnreachableError) return error.reason === 'network'
  if (!(error instanceof ApiError) || error.code !== 'UNAVAILABLE') return false
  return (error.retryAfter ?? 0) <= longestRetryAfter
}

/** The first part of the key of every query with values, so that all of them can be removed together. */
export const secretKey = 'secret'

/** Options of queries with values: they are removed from memory once unused. */
export const secretQuery = { gcTime: 0, staleTime: 0 } as const

export function createQueryClient() {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: shouldRetry, staleTime: 15_000, gcTime: 5 * 60_000 },
      mutations: { retry: false },
    },
  })
}
