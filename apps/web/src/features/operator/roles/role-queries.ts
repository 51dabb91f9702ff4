import { listRoles, readRoleHistory } from '@envhold/contract/operator/roles.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../../connection/api/api.ts'

export const rolesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['operator', 'roles'],
    queryFn: async ({ signal }) => (await api.call(listRoles, {}, { signal })).roles,
  })

export const roleHistoryQuery = (api: Api, userId: number) =>
  queryOptions({
    queryKey: ['operator', 'role-history', userId],
    queryFn: async ({ signal }) =>
      (await api.call(readRoleHistory, { params: { id: userId } }, { signal })).history,
  })
