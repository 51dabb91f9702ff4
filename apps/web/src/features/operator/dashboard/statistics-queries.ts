import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { readAdminStats, readRoleStats } from '@envhold/contract/operator/statistics.ts'
import { listGracePeriodUsers } from '@envhold/contract/operator/users.ts'
import type { Api } from '../../../connection/api/api.ts'
import { readQuery } from '../../../connection/api/read-query.ts'

export interface DashboardStats {
  readonly stats: OutputOf<typeof readAdminStats>
  readonly roles: OutputOf<typeof readRoleStats>
}

export const adminStatsQuery = (api: Api) => readQuery(api, readAdminStats, {})

export const roleStatsQuery = (api: Api) => readQuery(api, readRoleStats, {})

/** Deleted accounts that can still come back. Asked for whenever it is shown. */
export const graceUsersQuery = (api: Api) => ({ ...readQuery(api, listGracePeriodUsers, {}), staleTime: 0 })
