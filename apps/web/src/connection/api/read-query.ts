import { ApiError, UnreachableError } from '@envhold/client/api-error.ts'
import type { Endpoint, InputOf, OutputOf } from '@envhold/contract/endpoint.ts'
import { type Query, QueryClient, queryOptions } from '@tanstack/react-query'
import type { Api } from './api.ts'

/** The key of what a call reads. An input must not hold a secret: keys outlive what they name. */
export const readKey = <E extends Endpoint>(endpoint: E, input: InputOf<E>) => [endpoint.name, input]

/** How a call is read as a query: its key follows from the call. */
export const readingOf = <E extends Endpoint>(api: Api, endpoint: E, input: InputOf<E>) => ({
  queryKey: readKey(endpoint, input) as readonly unknown[],
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<OutputOf<E>> =>
    api.call(endpoint, input, { signal }),
})

/** A query whose key follows from its call. The answer is stored whole, and each reader selects its part. */
export const readQuery = <E extends Endpoint, T = OutputOf<E>>(
  api: Api,
  endpoint: E,
  input: InputOf<E>,
  select?: (output: OutputOf<E>) => T,
) => queryOptions({ ...readingOf(api, endpoint, input), ...(select && { select }) })

/** Fetches again what these calls have read, with whatever input. */
export const refetchReads = (queries: QueryClient, ...endpoints: readonly Pick<Endpoint, 'name'>[]) =>
  queries.invalidateQueries({
    predicate: ({ queryKey: [name] }) => endpoints.some((read) => read.name === name),
  })

const maxRetryAfter = 3

/**
 * Retries help if there was no usable answer, not if the server rejected the call. A call that waited until its timeout
 * is not repeated: it would queue again on a busy server, and send the master password again.
 */
export const shouldRetry = (failures: number, error: Error) => {
  if (failures >= 2) return false
  if (error instanceof UnreachableError) return error.reason === 'network'
  if (!(error instanceof ApiError) || error.code !== 'UNAVAILABLE') return false
  return (error.retryAfter ?? 0) <= maxRetryAfter
}

const unavailableIntervalMs = 15_000

/** The polling interval: longer while the server cannot be reached, and none after a rejection. */
export const refetchInterval =
  (everyMs: number) =>
  ({ state }: { readonly state: Pick<Query<unknown, Error>['state'], 'error'> }): number | false => {
    if (!state.error) return everyMs
    const isRefusal = state.error instanceof ApiError && state.error.status < 500
    return isRefusal ? false : Math.max(everyMs, unavailableIntervalMs)
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
