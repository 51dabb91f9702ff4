import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { sessionStateKey } from '../../connection/session/load-session.ts'
import { useConnection, useSession } from '../../connection/use-connection.ts'
import { isConfinedStatus, userStatusQuery } from '../../features/accounts/user-status.ts'

const askedEveryMs = 30_000

/** The status of a suspended account, asked often. Once it is free, everything is read again. */
export function useReturnWhenFree(onFree: () => void = () => {}) {
  const connection = useConnection()
  const { queries } = connection
  const session = useSession()
  const status = useQuery({
    ...userStatusQuery(connection),
    enabled: session !== null,
    staleTime: 0,
    refetchInterval: askedEveryMs,
  })
  // Only a clear answer frees an account, and none from before the suspension.
  const isFree = status.data !== undefined && !status.isFetching && !isConfinedStatus(status.data.user.status)
  const goBack = useEffectEvent(() => {
    void queries.invalidateQueries({ refetchType: 'none' })
    void queries.resetQueries({ queryKey: sessionStateKey(session?.username ?? '') })
    onFree()
  })
  useEffect(() => {
    if (isFree) goBack()
  }, [isFree])
  return { status: status.data, isLoading: (status.isLoading && status.errorUpdateCount === 0) || isFree }
}
