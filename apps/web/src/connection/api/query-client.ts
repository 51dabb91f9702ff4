import { ApiError, UnreachableError } from '@envhold/client/api-error.ts'
import { QueryClient } from '@tanstack/react-query'

/** Asking again helps when nothing usable came back, never when the server has refused. */
const shouldRetry = (failures: number, error: Error) => {
  if (failures >= 2) return false
  if (error instanceof UnreachableError) return error.reason !== 'not-envhold'
  return error instanceof ApiError && error.code === 'UNAVAILABLE'
}

/** Begins the key of every query whose answer holds values, so that all of them can be dropped at once. */
export const secretKey = 'secret'

/** What queries with values take beside their key and function: gone from memory once nobody looks. */
export const secretQuery = { gcTime: 0, staleTime: 0 } as const

export function createQueryClient() {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: shouldRetry, staleTime: 15_000, gcTime: 5 * 60_000 },
      mutations: { retry: false },
    },
  })
}
