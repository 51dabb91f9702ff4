import { listGracePeriodUsers } from '@envhold/contract/operator/users.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../../connection/api/api.ts'

/** Deleted accounts that can still come back. Asked for whenever it is shown. */
export const graceUsersQuery = (api: Api) =>
  queryOptions({
    queryKey: ['operator', 'grace-users'],
    queryFn: ({ signal }) => api.call(listGracePeriodUsers, {}, { signal }),
    staleTime: 0,
  })
