import { logout } from '@envhold/contract/accounts/accounts.ts'
import { useNavigate } from '@tanstack/react-router'
import { useConnection } from '../../connection/use-connection.ts'

const timeoutMs = 3_000

/** Ends the session here immediately, and on the server with a call. */
export function useEndSession() {
  const { api, forget } = useConnection()
  return () => {
    // The token is read when the call is made, so the call goes out before everything is forgotten.
    api.call(logout, {}, { signal: AbortSignal.timeout(timeoutMs) }).catch(() => {})
    forget()
  }
}

/** Logs out and opens the landing page, after asking about unsaved input. */
export function useLogout() {
  const { unsaved } = useConnection()
  const endSession = useEndSession()
  const navigate = useNavigate()
  return async () => {
    if (!(await unsaved.mayLeave())) return
    endSession()
    void navigate({ to: '/login', replace: true })
  }
}
