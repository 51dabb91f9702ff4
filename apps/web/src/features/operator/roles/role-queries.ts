import { listRoles, readRoleHistory } from '@envhold/contract/operator/roles.ts'
import type { Api } from '../../../connection/api/api.ts'
import { readQuery } from '../../../connection/api/read-query.ts'

export const rolesQuery = (api: Api) => readQuery(api, listRoles, {}, ({ roles }) => roles)

export const roleHistoryQuery = (api: Api, userId: number) =>
  readQuery(api, readRoleHistory, { params: { id: userId } }, ({ history }) => history)
