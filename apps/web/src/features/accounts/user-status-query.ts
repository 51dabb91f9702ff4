import { readUserStatus } from '@envhold/contract/accounts.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../connection/api/api.ts'

/** Whether the account is suspended, and why. */
export const userStatusQuery = (api: Api) =>
  queryOptions({
    queryKey: ['user-status'],
    queryFn: ({ signal }) => api.call(readUserStatus, {}, { signal }),
    staleTime: 5 * 60_000,
    retry: false,
  })
