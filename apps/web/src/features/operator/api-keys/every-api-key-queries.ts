import type { usageTimeRanges } from '@envhold/contract/api-keys.ts'
import type { InputOf, OutputOf } from '@envhold/contract/endpoint.ts'
import {
  listEveryApiKey,
  readApiKeyDetail,
  readApiKeyStatistics,
} from '@envhold/contract/operator/api-keys.ts'
import type { Api } from '../../../connection/api/api.ts'
import { readQuery } from '../../../connection/api/read-query.ts'

export type KeyStatistics = OutputOf<typeof readApiKeyStatistics>

/** The figures change with every call, so they are fetched by time, not when the window is focused. */
const live = (refetchInterval: number) => ({ refetchInterval, refetchOnWindowFocus: false, retry: 1 })

export const everyApiKeyQuery = (api: Api, query: NonNullable<InputOf<typeof listEveryApiKey>['query']>) => ({
  ...readQuery(api, listEveryApiKey, { query }),
  ...live(30_000),
})

export const keyStatisticsQuery = (api: Api, timeRange: (typeof usageTimeRanges)[number]) => ({
  ...readQuery(api, readApiKeyStatistics, { query: { timeRange } }),
  ...live(30_000),
})

export const keyDetailQuery = (api: Api, id: string) => ({
  ...readQuery(api, readApiKeyDetail, { params: { id } }),
  ...live(10_000),
})
