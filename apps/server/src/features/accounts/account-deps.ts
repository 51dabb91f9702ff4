import type { SessionDeps } from '../sessions/session-deps.ts'
import type { AccountTokens } from './reset/account-tokens.ts'

/** What the accounts slice needs from slices to its right. */
export interface AccountDeps extends SessionDeps {
  readonly tokens: AccountTokens
}
