import { logout } from '@envhold/contract/accounts.ts'
import { useNavigate } from '@tanstack/react-router'
import { useConnection } from '../connection/use-connection.ts'

const patience = 3_000

/** Ends the session here at once, and on the server as soon as it hears of it; what is unsaved is asked about first. */
export function useLogout() {
  const { api, forget, unsaved } = useConnection()
  const navigate = useNavigate()
  return async () => {
    if (!(await unsaved.mayLeave())) return
    // The token is read when the call is made, so the call goes out before everything is forgotten.
    const told = api.call(logout, {}, { signal: AbortSignal.timeout(patience) })
    told.catch(() => {})
    forget()
    void navigate({ to: '/login', replace: true })
  }
}
