import type { usageTimeRanges } from '@envhold/contract/api-keys.ts'
import type { InputOf, OutputOf } from '@envhold/contract/endpoint.ts'
import {
  listEveryApiKey,
  readApiKeyDetail,
  readApiKeyStatistics,
} from '@envhold/contract/operator/api-keys.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../../connection/api/api.ts'

export type KeyStatistics = OutputOf<typeof readApiKeyStatistics>

/** Invalidate it after an act that changes a key. */
export const everyApiKeyKey = ['operator', 'api-keys'] as const

/** The figures change with every call, so they are fetched by time, not when the window is focused. */
const live = (refetchInterval: number) => ({ refetchInterval, refetchOnWindowFocus: false, retry: 1 })

export const everyApiKeyQuery = (api: Api, query: NonNullable<InputOf<typeof listEveryApiKey>['query']>) =>
  queryOptions({
    queryKey: [...everyApiKeyKey, 'list', query],
    queryFn: ({ signal }) => api.call(listEveryApiKey, { query }, { signal }),
    ...live(30_000),
  })

export const keyStatisticsQuery = (api: Api, timeRange: (typeof usageTimeRanges)[number]) =>
  queryOptions({
    queryKey: [...everyApiKeyKey, 'statistics', timeRange],
    queryFn: ({ signal }) => api.call(readApiKeyStatistics, { query: { timeRange } }, { signal }),
    ...live(30_000),
  })

export const keyDetailQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [...everyApiKeyKey, 'detail', id],
    queryFn: ({ signal }) => api.call(readApiKeyDetail, { params: { id } }, { signal }),
    ...live(10_000),
  })
