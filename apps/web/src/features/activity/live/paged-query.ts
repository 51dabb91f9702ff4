import type { Answer, CallOptions } from '@envhold/client/client.ts'
import type { Pagination } from '@envhold/contract/activity/activity.ts'
import type { QueryKey } from '@tanstack/react-query'
import { queryOptions } from '@tanstack/react-query'

/** A page of a list with its ETag. */
export interface CachedPage<T> {
  readonly entries: readonly T[]
  readonly pagination: Pagination
  readonly etag: string | null
  /** Identifies the list; the same for all its pages. */
  readonly list: string
}

interface Read<T> {
  readonly entries: readonly T[]
  readonly pagination: Pagination
}

/** A conditional query for one page: a 304 while nothing changed. */
export const pagedQuery = <T>(
  list: QueryKey,
  page: number,
  ask: (page: number, options: CallOptions) => Promise<Answer<Read<T>>>,
) =>
  queryOptions({
    queryKey: [...list, page],
    queryFn: async ({ client, queryKey, signal }): Promise<CachedPage<T>> => {
      const before = client.getQueryData<CachedPage<T>>(queryKey)
      const { output, headers } = await ask(page, {
        signal,
        ...(before?.etag && { ifNoneMatch: before.etag }),
      })
      if (output) return { ...output, etag: headers.get('etag'), list: JSON.stringify(list) }
      if (before) return before
      throw new TypeError('A call without If-None-Match was answered with 304')
    },
  })
