import type { inject, injectByName, readOwnApiKey, readSchema } from '@envhold/contract/inject.ts'
import type { Token } from '@envhold/integrity/token.ts'
import type { DbContext } from '../../context.ts'
import type { Call, HandlerResult } from '../../http/route.ts'
import type { KeyForCall } from '../api-keys/api-key-store.ts'
import type { EnvironmentKeyCache } from '../keyring/environment-key-cache.ts'

/** The calls that API keys make. */
export type KeyEndpoint = typeof inject | typeof readSchema | typeof injectByName | typeof readOwnApiKey

/** The dependencies of those calls. */
export interface InjectContext extends DbContext<'clock' | 'secrets' | 'config'> {
  readonly keys: EnvironmentKeyCache
}

declare const recorded: unique symbol

/**
 * A call whose API key was checked, and which is counted and recorded in the usage log before its response is sent.
 * Only attempt.ts creates one.
 */
export interface Admitted {
  readonly [recorded]: true
  readonly key: KeyForCall
  readonly token: Token<'pak'>
  readonly ifNoneMatch: string | undefined
  /** The month of the owner is full: nothing is opened, and only a response of 304 is sent. */
  readonly onlyUnchanged: boolean
}

export type AdmittedCall<E extends KeyEndpoint> = Admitted & Pick<Call<E>, 'params' | 'query'>

/** The result of an admitted call. */
export interface Served<E extends KeyEndpoint = KeyEndpoint> {
  readonly result: HandlerResult<E>
  /** Null for a call that concerns no environment. */
  readonly environmentId: number | null
  /** Its current name; set where `environmentId` is not null. */
  readonly environmentName?: string | undefined
  /** Does what takes time before the result can be sent. Without it, sending takes longer. */
  readonly prepare?: () => void
  /** How many variables the response contains. */
  readonly variables: number
  /** The environment was found by a former name, which ends without a write: the response is not remembered. */
  readonly byFormerName?: boolean
}

export type KeyHandler<E extends KeyEndpoint> = (
  ctx: InjectContext,
  call: AdmittedCall<E>,
) => Promise<Served<E>>
