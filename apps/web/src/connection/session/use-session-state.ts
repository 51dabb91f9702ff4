import { readSession } from '@envhold/contract/accounts/accounts.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { wait } from '../../ui/wait.ts'
import type { Connection } from '../connection.ts'
import { useConnection, useSession } from '../use-connection.ts'
import type { SessionState } from './load-session.ts'
import { loadSession, sessionStateKey } from './load-session.ts'

const retryMs = 10_000
const sessionStateQuery = (api: Connection['api']) =>
  queryOptions({
    queryKey: sessionStateKey,
    queryFn: () => loadSession({ read: async () => (await api.call(readSession, {})).user, wait }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchInterval: (query) => query.state.data?.status === 'degraded' && retryMs,
    refetchOnReconnect: (query) => query.state.data?.status === 'degraded' && 'always',
  })

/** The state of the session; without a stored session nobody is signed in, and no call is made. */
export function useSessionState(): SessionState & { retry: () => void; isRetrying: boolean } {
  const { api } = useConnection()
  const session = useSession()
  const { data, refetch, isFetching } = useQuery({ ...sessionStateQuery(api), enabled: session !== null })
  const state: SessionState = session ? (data ?? { status: 'loading' }) : { status: 'ready', account: null }
  return { ...state, retry: () => void refetch(), isRetrying: isFetching }
}

/** The signed-in account, once the server has said who it is. */
export function useAccount() {
  const state = useSessionState()
  return state.status === 'ready' ? state.account : null
}
