import { logout } from '@envhold/contract/accounts.ts'
import { useNavigate } from '@tanstack/react-router'
import { useConnection } from '../connection/use-connection.ts'

const patience = 3_000

/** Ends the session here at once, and on the server as soon as it hears of it. */
export function useLogout() {
  const { api, forget } = useConnection()
  const navigate = useNavigate()
  return () => {
    // The token is read when the call is made, so the call goes out before everything is forgotten.
    const told = api.call(logout, {}, { signal: AbortSignal.timeout(patience) })
    told.catch(() => {})
    forget()
    void navigate({ to: '/login', replace: true })
  }
}
