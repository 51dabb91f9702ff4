import { toast } from 'sonner'
import { useConnection } from '../../../connection/use-connection.ts'
import { securityQuery } from './security-queries.ts'
import { providerLinkQuery } from './sign-in-queries.ts'

/** Continues the session under its new token, and reads again what the account page shows. */
export function useAfterProviderChange() {
  const { api, session, queries } = useConnection()
  return async ({ token, message }: { token: string; message: string }) => {
    const username = session.read()?.username
    if (username !== undefined) session.save({ token, username })
    toast.success(message)
    const changed = [providerLinkQuery(api).queryKey, securityQuery(api).queryKey]
    await Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey })))
  }
}
