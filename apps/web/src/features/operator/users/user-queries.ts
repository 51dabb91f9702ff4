import type { OutputOf, QueryOf } from '@envhold/contract/endpoint.ts'
import { listUsers, readUserDetail } from '@envhold/contract/operator/users.ts'
import { keepPreviousData } from '@tanstack/react-query'
import type { Api } from '../../../connection/api/api.ts'
import { readQuery } from '../../../connection/api/read-query.ts'

export type ListedUser = OutputOf<typeof listUsers>['users'][number]

export const usersQuery = (api: Api, query: QueryOf<typeof listUsers>) => ({
  ...readQuery(api, listUsers, { query }),
  placeholderData: keepPreviousData,
})

export const userDetailQuery = (api: Api, id: number) =>
  readQuery(api, readUserDetail, { params: { id } }, ({ user }) => user)
