import { logout } from '@envhold/contract/accounts.ts'
import { createContext, useContext } from 'react'
import type { OperatorConnection } from './operator-connection.ts'

const timeoutMs = 3_000

export const OperatorConnectionContext = createContext<OperatorConnection | null>(null)

/** Ends the session, and leads to signing in. */
export function useSignOut(): () => void {
  const connection = useContext(OperatorConnectionContext)
  return () => {
    if (!connection) return
    const ended = connection.api.call(logout, {}, { signal: AbortSignal.timeout(timeoutMs) })
    connection.session.clear()
    void ended.catch(() => {}).then(() => window.location.replace('/login'))
  }
}
