import type { SessionDeps } from '../sessions/session-deps.ts'
import type { AccountTokens } from './reset/account-tokens.ts'

export interface AccountDeps extends SessionDeps {
  readonly tokens: AccountTokens
}
