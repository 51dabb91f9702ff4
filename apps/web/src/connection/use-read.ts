import type { Endpoint, InputOf, OutputOf } from '@envhold/contract/endpoint.ts'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { readingOf } from './api/read-query.ts'
import { useApi } from './use-api.ts'

type Options<Read, Selected> = Omit<
  UseQueryOptions<Read, Error, Selected, readonly unknown[]>,
  'queryKey' | 'queryFn'
>

/** A query whose key follows from its call. An input must not hold a secret. */
export function useRead<E extends Endpoint, Selected = OutputOf<E>>(
  endpoint: E,
  input: InputOf<E>,
  options?: Options<OutputOf<E>, Selected>,
) {
  return useQuery({ ...options, ...readingOf(useApi(), endpoint, input) })
}
