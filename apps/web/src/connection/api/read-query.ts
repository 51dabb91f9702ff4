import type { Endpoint, InputOf, OutputOf } from '@envhold/contract/endpoint.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Api } from './api.ts'

/** The key of what a call reads. An input must not hold a secret: keys outlive what they name. */
export const readKey = <E extends Endpoint>(endpoint: E, input: InputOf<E>) => [endpoint.name, input]

const optionsOf = <T>(queryKey: readonly unknown[], read: (signal: AbortSignal) => Promise<T>) =>
  queryOptions({ queryKey, queryFn: ({ signal }) => read(signal) })
type ReadOptions<T> = ReturnType<typeof optionsOf<T>>

/** A query whose key follows from its call. */
export function readQuery<E extends Endpoint>(
  api: Api,
  endpoint: E,
  input: InputOf<E>,
): ReadOptions<OutputOf<E>>
export function readQuery<E extends Endpoint, T>(
  api: Api,
  endpoint: E,
  input: InputOf<E>,
  select: (output: OutputOf<E>) => T,
): ReadOptions<T>
export function readQuery<E extends Endpoint>(
  api: Api,
  endpoint: E,
  input: InputOf<E>,
  select: (output: OutputOf<E>) => unknown = (output) => output,
) {
  return optionsOf(readKey(endpoint, input), async (signal) =>
    select(await api.call(endpoint, input, { signal })),
  )
}

/** Fetches again what these calls have read, with whatever input. */
export const refetchReads = (queries: QueryClient, ...endpoints: readonly Pick<Endpoint, 'name'>[]) =>
  queries.invalidateQueries({
    predicate: ({ queryKey: [name] }) => endpoints.some((read) => read.name === name),
  })
