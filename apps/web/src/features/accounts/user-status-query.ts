import { readUserStatus } from '@envhold/contract/accounts/accounts.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Connection } from '../../connection/connection.ts'
import { isConfinedStatus, userStatusKey } from './user-status.ts'

const retryMs = 10_000

/** Whether the account is suspended or waits for approval, and what its role allows. An answer that says so confines the page. */
export const userStatusQuery = ({ api, confine }: Pick<Connection, 'api' | 'confine'>) =>
  queryOptions({
    queryKey: userStatusKey,
    queryFn: async ({ signal }) => {
      const answer = await api.call(readUserStatus, {}, { signal })
      if (isConfinedStatus(answer.user.status)) confine()
      return answer
    },
    staleTime: 5 * 60_000,
    retry: false,
    retryOnMount: false,
    // Without an answer the page works and says that the server cannot be reached, until there is one.
    refetchInterval: ({ state }) => state.status === 'error' && retryMs,
  })
