import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { readAdminStats, readRoleStats } from '@envhold/contract/operator/statistics.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../../connection/api/api.ts'

export interface DashboardStats {
  readonly stats: OutputOf<typeof readAdminStats>
  readonly roles: OutputOf<typeof readRoleStats>
}

/** The figures of the dashboard. Invalidate them after an act that changes accounts or subscriptions. */
export const adminStatsKey = ['operator', 'stats'] as const

export const adminStatsQuery = (api: Api) =>
  queryOptions({
    queryKey: adminStatsKey,
    queryFn: ({ signal }) => api.call(readAdminStats, {}, { signal }),
  })

export const roleStatsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['operator', 'role-stats'],
    queryFn: ({ signal }) => api.call(readRoleStats, {}, { signal }),
  })
