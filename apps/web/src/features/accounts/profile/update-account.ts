import type { Account } from '@envhold/contract/accounts/accounts.ts'
import { sessionStateKey } from '../../../connection/session/load-session.ts'
import { useConnection } from '../../../connection/use-connection.ts'

/** Updates the cached account and the stored username, which the header shows. */
export function useUpdateAccount() {
  const { session, queries } = useConnection()
  return (account: Account) => {
    queries.setQueryData(sessionStateKey(account.username), { status: 'ready', account })
    const signedIn = session.read()
    if (signedIn && signedIn.username !== account.username)
      session.save({ token: signedIn.token, username: account.username })
  }
}
