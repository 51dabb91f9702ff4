import { ApiError } from '@envhold/client/api-error.ts'
import type { AuthMethod } from '@envhold/contract/accounts/step-up.ts'

/** A sign-in whose first factor was right, and which waits for the second. */
export interface PendingSignIn {
  /** E-mail address or username, as typed, or the name for the provider: the device token is stored under it. */
  readonly name: string
  readonly ticket: string
  readonly methods: readonly AuthMethod[]
}

/** Whether the ticket of a sign-in was used up, or waited too long. */
export const isExpiredTicket = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'NOT_FOUND'

/** What a rejected sign-in waits for; undefined if it failed. */
export function pendingSignInOf(error: unknown, name: string): PendingSignIn | undefined {
  if (!(error instanceof ApiError) || error.code !== 'MFA_REQUIRED' || error.ticket === undefined)
    return undefined
  return { name, ticket: error.ticket, methods: error.methods }
}
