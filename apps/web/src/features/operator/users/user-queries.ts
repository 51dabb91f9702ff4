import type { OutputOf, QueryOf } from '@envhold/contract/endpoint.ts'
import { listUsers, readUserDetail } from '@envhold/contract/operator/users.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '../../../connection/api/api.ts'

export type ListedUser = OutputOf<typeof listUsers>['users'][number]

/** Lists and details of users. Invalidate them after an act on an account. */
export const usersKey = ['operator', 'users'] as const

export const usersQuery = (api: Api, query: QueryOf<typeof listUsers>) =>
  queryOptions({
    queryKey: [...usersKey, 'list', query],
    queryFn: ({ signal }) => api.call(listUsers, { query }, { signal }),
    placeholderData: keepPreviousData,
  })

export const userDetailQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: [...usersKey, 'detail', id],
    queryFn: async ({ signal }) => (await api.call(readUserDetail, { params: { id } }, { signal })).user,
  })
