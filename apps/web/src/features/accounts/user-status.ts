import { readUserStatus } from '@envhold/contract/accounts/accounts.ts'
import { mayEnterOperatorArea } from '@envhold/contract/operator-area.ts'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { Connection } from '../../connection/connection.ts'
import { useConnection } from '../../connection/use-connection.ts'

const userStatusKey = ['user-status'] as const

/** Whether an account with this status sees one page only: it is suspended, or waits for approval. */
export const isConfinedStatus = (status: string): boolean => status === 'SUSPENDED' || status === 'PENDING'

/** A call was rejected because the account is suspended: a cached status that says otherwise is out of date. */
export function forgetActiveStatus(queries: QueryClient): void {
  const cached = queries.getQueryData<{ readonly userStatus: string }>(userStatusKey)
  if (!isConfinedStatus(cached?.userStatus ?? '')) void queries.resetQueries({ queryKey: userStatusKey })
}

const retryMs = 10_000

/**
 * Whether the account is suspended or waits for approval, and what its role allows. An answer that says so confines the
 * page.
 */
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

/** Whether the signed-in user's role opens the operator area; false until the server has said so. */
export function useMayEnterOperatorArea(userId: number | undefined): boolean {
  const { data } = useQuery({ ...userStatusQuery(useConnection()), enabled: userId !== undefined })
  if (!data || data.user.id !== userId || data.user.email === '') return false
  return data.user.roles.some(({ name, permissions }) => mayEnterOperatorArea(name, permissions))
}
