import type { Endpoint } from '@envhold/contract/endpoint.ts'
import type { UserCaller } from './caller.ts'

/** A call that carries an Idempotency-Key. */
export interface KeyedCall {
  readonly endpoint: Endpoint
  readonly caller: UserCaller
  readonly key: string
  /** Path and query, as sent. */
  readonly url: string
  readonly ifMatch: number | undefined
  readonly body: Uint8Array
}

/** An answer that can be stored and given again. */
export interface JsonAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * Does the work of a call once for each Idempotency-Key, and gives later calls the first answer.
 * @throws AppError IDEMPOTENCY_KEY_REUSED, REQUEST_IN_PROGRESS, ALREADY_CREATED
 */
export type RunOnce = (call: KeyedCall, work: () => Promise<JsonAnswer>) => Promise<JsonAnswer>
