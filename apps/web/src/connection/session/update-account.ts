import type { Account } from '@envhold/contract/accounts/accounts.ts'
import { useConnection } from '../use-connection.ts'
import { sessionStateKey } from './load-session.ts'

/** Updates the cached account and the stored username, which the header shows. */
export function useUpdateAccount() {
  const { session, queries } = useConnection()
  return (account: Account) => {
    queries.setQueryData(sessionStateKey, { status: 'ready', account })
    const signedIn = session.read()
    if (signedIn && signedIn.username !== account.username)
      session.save({ ...signedIn, username: account.username })
  }
}
