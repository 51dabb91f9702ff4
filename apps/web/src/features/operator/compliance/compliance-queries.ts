import {
  readArchiveStats,
  readComplianceStats,
  readDunningStats,
} from '@envhold/contract/operator/compliance.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../../connection/api/api.ts'

const usual = { retry: 1, refetchOnWindowFocus: false } as const

export const complianceStatsQuery = (api: Api) =>
  queryOptions({
    ...usual,
    queryKey: ['operator', 'compliance-stats'],
    queryFn: ({ signal }) => api.call(readComplianceStats, {}, { signal }),
  })

export const archiveStatsQuery = (api: Api) =>
  queryOptions({
    ...usual,
    queryKey: ['operator', 'archive-stats'],
    queryFn: ({ signal }) => api.call(readArchiveStats, {}, { signal }),
  })

export const dunningStatsQuery = (api: Api) =>
  queryOptions({
    ...usual,
    queryKey: ['operator', 'dunning-stats'],
    queryFn: ({ signal }) => api.call(readDunningStats, {}, { signal }),
  })
