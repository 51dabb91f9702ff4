import type { Account } from '@envhold/contract/accounts.ts'
import { sessionStateKey } from '../../connection/session/load-session.ts'
import { useConnection } from '../../connection/use-connection.ts'

/** Keeps what the server says of the signed-in account now: the header greets by it, and so does what is stored. */
export function useUpdateAccount() {
  const { session, queries } = useConnection()
  return (account: Account) => {
    queries.setQueryData(sessionStateKey(account.username), { status: 'ready', account })
    const signedIn = session.read()
    if (signedIn && signedIn.username !== account.username)
      session.save({ token: signedIn.token, username: account.username })
  }
}
