import { useEffect, useRef } from 'react'
import type { SessionState } from '../../connection/session/load-session.ts'
import { useConnection } from '../../connection/use-connection.ts'

/** Refetches failed queries once the server can be reached again. */
export function useRefetchOnReconnect(status: SessionState['status']) {
  const { queries } = useConnection()
  const before = useRef(status)
  useEffect(() => {
    if (before.current === 'degraded' && status === 'ready')
      void queries.invalidateQueries({ predicate: ({ state }) => state.status === 'error' })
    before.current = status
  }, [status, queries])
}
