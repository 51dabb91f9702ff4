import { ApiError } from '@envhold/client/api-error.ts'
import type { register, SignInAnswer } from '@envhold/contract/accounts/accounts.ts'
import type { AuthMethod } from '@envhold/contract/accounts/step-up.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { Connection } from '../../../connection/connection.ts'
import { sessionStateKey } from '../../../connection/session/load-session.ts'
import { accountDevice } from '../../../connection/session/session-store.ts'

/** A sign-in whose first factor was right, and which waits for the second. */
export interface PendingSignIn {
  /** E-mail address or username, as typed, or the name for the provider: the device token is stored under it. */
  readonly name: string
  readonly ticket: string
  readonly methods: readonly AuthMethod[]
}

/** Whether the ticket of a sign-in was used up, or waited too long. */
export const isExpiredTicket = (error: unknown) => error instanceof ApiError && error.code === 'NOT_FOUND'

/** What a rejected sign-in waits for; undefined if it failed. */
export function pendingSignInOf(error: unknown, name: string): PendingSignIn | undefined {
  if (!(error instanceof ApiError) || error.code !== 'MFA_REQUIRED' || error.ticket === undefined)
    return undefined
  return { name, ticket: error.ticket, methods: error.methods }
}

/** Stores the session after signing in or up, with the account from the answer. */
export function saveSession(
  { session, queries, deviceTokens }: Pick<Connection, 'session' | 'queries' | 'deviceTokens'>,
  { token, username, deviceToken, data }: SignInAnswer | OutputOf<typeof register>,
) {
  queries.setQueryData(sessionStateKey, { status: 'ready', account: data.user })
  deviceTokens.save([data.user.email, username, accountDevice(data.user.id)], deviceToken)
  session.save({ token, username, accountId: String(data.user.id) })
}
