import type { AuthMethod } from '@envhold/contract/accounts/step-up.ts'
import type { PersonalTokenPermission } from '@envhold/contract/permissions.ts'
import type { Token } from '@envhold/integrity/token.ts'

export interface AnonymousCaller {
  readonly kind: 'anonymous'
}

/** A signed-in user. `session` is the parsed token, which also opens the unlocked key of this session. */
export interface SessionCaller {
  readonly kind: 'session'
  readonly userId: number
  readonly username: string
  /** The name of a role. */
  readonly role: string
  readonly session: Token<'ses'>
  /** When the user last confirmed their identity, by signing in or later; ms since 1970. */
  readonly verifiedAt: number
  /** How. */
  readonly verifiedBy: AuthMethod
  /** When the session was started; ms since 1970. */
  readonly startedAt: number
  /** The last operator call of the session; null: none yet. */
  readonly operatorSeenAt: number | null
  /** The device that started the session; null if it is unknown. */
  readonly deviceId: string | null
}

/** A personal token, which acts for its user and unlocks by itself. */
export interface TokenCaller {
  readonly kind: 'personal-token'
  readonly userId: number
  readonly username: string
  /** The name of a role. */
  readonly role: string
  readonly token: Token<'ppt'>
  readonly tokenName: string
  readonly permissions: readonly PersonalTokenPermission[]
  /** `RateLimit-*`, for every response to this call, including errors. */
  readonly rateHeaders: Readonly<Record<string, string>>
}

/** A caller that presented an API key. The call itself checks it, and records the result. */
export interface ApiKeyCaller {
  readonly kind: 'api-key'
  readonly presented: string
}

export type UserCaller = SessionCaller | TokenCaller
export type Caller = AnonymousCaller | UserCaller | ApiKeyCaller
