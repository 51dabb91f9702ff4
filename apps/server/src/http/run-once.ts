import type { Endpoint } from '@envhold/contract/endpoint.ts'
import type { TrxContext } from '../context.ts'
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

/** A response that can be stored and replayed. */
export interface JsonAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The Idempotency-Key that an attempt has reserved. */
export interface Reservation {
  /**
   * Marks the work as done in the transaction that does it, so that both take effect together. Call it once.
   * @throws AppError REQUEST_IN_PROGRESS when the reservation has expired and another attempt has the key
   */
  readonly markDone: (tx: TrxContext<'secrets'>, createdId: string | undefined) => Promise<void>
}

/**
 * Does the work of a call once for each Idempotency-Key, and replays the first response to later calls.
 * @throws AppError IDEMPOTENCY_KEY_REUSED, REQUEST_IN_PROGRESS, ALREADY_CREATED
 */
export type RunOnce = (
  call: KeyedCall,
  work: (reservation?: Reservation) => Promise<JsonAnswer>,
) => Promise<JsonAnswer>
