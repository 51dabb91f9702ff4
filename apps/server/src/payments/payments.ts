import type { ProviderId } from '@envhold/contract/billing/payments.ts'
import type { PaymentError } from './payment-error.ts'
import type { PaymentProvider } from './provider.ts'

/** What the operator has chosen. A new instance is in test mode, with the sandbox active. */
export interface PaymentChoice {
  readonly defaultProvider: ProviderId
  readonly fallbackProvider: ProviderId
  readonly enableAutoFallback: boolean
  readonly testMode: boolean
  /** Those that customers can pay with; the sandbox only in test mode. */
  readonly active: readonly ProviderId[]
}

/** The payment providers of this instance, as configured at the time of each call. */
export interface Payments {
  readChoice(): Promise<PaymentChoice>
  /**
   * A provider with its current settings. One that is no longer active still answers for the subscriptions it has.
   * undefined: it was never configured.
   */
  find(id: ProviderId): Promise<PaymentProvider | undefined>
  /** Remembers a provider's last failure for the operator: status and time. Never rejects. */
  noteFailure(error: PaymentError): Promise<void>
}
