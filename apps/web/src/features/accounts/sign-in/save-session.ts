import type { register, SignInAnswer } from '@envhold/contract/accounts/accounts.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { Connection } from '../../../connection/connection.ts'
import { accountDevice } from '../../../connection/session/device-tokens.ts'
import { sessionStateKey } from '../../../connection/session/load-session.ts'

/** Stores the session after signing in or up, with the account from the answer. */
export function saveSession(
  { session, queries, deviceTokens }: Pick<Connection, 'session' | 'queries' | 'deviceTokens'>,
  { token, username, deviceToken, data }: SignInAnswer | OutputOf<typeof register>,
) {
  queries.setQueryData(sessionStateKey(username), { status: 'ready', account: data.user })
  deviceTokens.save([data.user.email, username, accountDevice(data.user.id)], deviceToken)
  session.save({ token, username })
}
