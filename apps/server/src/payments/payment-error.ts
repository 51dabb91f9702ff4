import type { ProviderId } from '@envhold/contract/billing/payments.ts'
import { findOutboundError } from '../outbound/outbound-error.ts'

/**
 * `unavailable`: no answer, a time-out, 429 or 5xx; the same request may succeed later. `misconfigured`: the key, the
 * price or the store is wrong. `rejected`: the provider refuses this act, such as resuming what has ended.
 */
export type PaymentFailure = 'unavailable' | 'misconfigured' | 'rejected'

const withoutStatus: Readonly<Record<PaymentFailure, string>> = {
  unavailable: 'gave no valid answer',
  misconfigured: 'is misconfigured',
  rejected: 'does not allow this act',
}

/** A provider did not do what was asked. The message holds no key, e-mail address or payload. */
export class PaymentError extends Error {
  override readonly name = 'PaymentError'
  readonly failure: PaymentFailure
  readonly provider: ProviderId
  /** The HTTP status; undefined without an answer. */
  readonly status: number | undefined
  /** Of the connection when there is no answer, such as ECONNREFUSED or TIMEOUT. */
  readonly code: string | undefined

  constructor(failure: PaymentFailure, provider: ProviderId, status?: number, code?: string) {
    super(`${provider} ${status === undefined ? withoutStatus[failure] : `answered ${status}`}`)
    this.failure = failure
    this.provider = provider
    this.status = status
    this.code = code
  }

  /** A call without an answer. `error` is what `fetch` or a client library threw. */
  static withoutAnswer(provider: ProviderId, error: unknown): PaymentError {
    return new PaymentError('unavailable', provider, undefined, findOutboundError(error)?.code)
  }

  /** The failure that an HTTP status stands for. */
  static of(provider: ProviderId, status: number | undefined): PaymentError {
    if (status === undefined || status === 429 || status >= 500)
      return new PaymentError('unavailable', provider, status)
    return new PaymentError(
      [400, 401, 403, 404, 422].includes(status) ? 'misconfigured' : 'rejected',
      provider,
      status,
    )
  }
}

/** A webhook that is not authentic, too old, or unreadable. It says nothing of what was sent. */
export class BadSignatureError extends Error {
  override readonly name = 'BadSignatureError'

  constructor() {
    super('The signature of the webhook is not valid')
  }
}
