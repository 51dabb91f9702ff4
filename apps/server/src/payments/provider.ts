/**
 * What Envhold needs of a payment provider, and nothing more. One file per provider implements it and translates the
 * provider's words, times and amounts: times are milliseconds since 1970, amounts are integers in the currency's minor
 * unit. The state of a subscription is always what `getSubscription` answers, never what a webhook carries.
 */
import type {
  BillingInterval,
  CancelReason,
  InvoiceStatus,
  ProviderId,
  SubscriptionStatus,
} from '@envhold/contract/billing/payments.ts'
import type { Fetch } from '../outbound/create-fetch.ts'
import type { PaymentError } from './payment-error.ts'

/** How an account with a provider is reached. The keys and secrets never appear in a log or an error. */
export interface ProviderSettings {
  readonly apiKey: string
  readonly webhookSecret: string
  readonly testMode: boolean
  /** lemonsqueezy */
  readonly storeId?: string
  /** polar */
  readonly organizationId?: string
  /** stripe: its own merchant of record, or its own tax calculation. */
  readonly managedPayments?: boolean
  readonly automaticTax?: boolean
  /** Replaces the provider's address: a local server that stands in for it. Loopback only. */
  readonly baseUrl?: string
}

export interface ProviderDeps {
  /** Refuses all but allow-listed origins, redirects and slow or large answers. */
  readonly fetch: Fetch
  readonly clock: () => number
}

export interface CheckoutRequest {
  /** The only thing of ours that the provider stores: 128 random bits, in hexadecimal. */
  readonly checkoutId: string
  readonly accountId: number
  readonly email: string
  readonly name: string
  /** The provider's own id of plan and interval: a price, product or variant. */
  readonly priceRef: string
  readonly interval: BillingInterval
  /** What the plan costs, in cents of a US dollar. The provider charges its own price; the sandbox has none. */
  readonly amount: number
  readonly successUrl: string
  readonly cancelUrl: string
}

export interface Checkout {
  readonly sessionId: string
  readonly url: string
  /** null: the provider does not say. */
  readonly expiresAt: number | null
}

export interface ProviderSubscription {
  readonly id: string
  readonly customerId: string | null
  readonly status: SubscriptionStatus
  /** The provider's own word, where it is none that this version knows; `status` is then `pending`. */
  readonly unknownStatus?: string
  readonly priceRef: string
  /** What a period costs, without tax that is added; null where the provider does not say. */
  readonly price: { readonly amount: number; readonly currency: string } | null
  /** What it changes to when the period ends. */
  readonly scheduledPriceRef: string | null
  readonly interval: BillingInterval | null
  readonly periodStart: number | null
  readonly periodEnd: number | null
  /** When it ends, if it was canceled and can still be resumed. */
  readonly cancelAt: number | null
  readonly endedAt: number | null
  /** From the metadata that the checkout gave it. */
  readonly checkoutId: string | null
  readonly testMode: boolean
}

export interface Invoice {
  readonly id: string
  readonly number: string | null
  readonly status: InvoiceStatus
  /** Including tax. */
  readonly total: number
  readonly tax: number
  readonly refunded: number
  /** ISO 4217, in capitals. */
  readonly currency: string
  readonly createdAt: number
}

export interface Cancellation {
  readonly reason: CancelReason
  readonly comment: string
}

/** Another plan or interval for a running subscription. */
export interface PlanChange {
  readonly priceRef: string
  readonly interval: BillingInterval
  /** What it costs, in cents of a US dollar. The provider charges its own price; the sandbox has none. */
  readonly amount: number
  /** It costs more than before by the day, or is paid for a longer time. */
  readonly isUpgrade: boolean
  /** As of when the difference is calculated, where the provider can: what was shown is what is charged. */
  readonly at: number
}

/** What a change leads to, as far as the provider says so beforehand. Nothing of it is calculated here. */
export interface PlanChangePreview {
  readonly starts: 'now' | 'period_end'
  /** What is charged now, including tax; negative: credited. null: the provider says so only when it charges. */
  readonly dueNow: number | null
  /** What a period costs from then on, without tax that is added. null: the provider does not say. */
  readonly nextAmount: number | null
  readonly nextAt: number | null
  /** Of both amounts; null without any. */
  readonly currency: string | null
}

/** What a verified webhook is about. It carries no state: what is true is asked of the provider. */
export interface WebhookEvent {
  readonly id: string
  readonly type: string
  /** `other`: authentic, and of no interest here. */
  readonly about: 'subscription' | 'invoice' | 'dispute' | 'checkout' | 'other'
  readonly subscriptionId?: string
  readonly customerId?: string
  readonly checkoutId?: string
  /** What `findPayment` reads, for an event that may name no subscription. */
  readonly paymentId?: string
  readonly dispute?: Dispute
}

/** What is known of a dispute from its webhook. Not every key may read disputes at its provider. */
export interface Dispute {
  readonly id: string
  /** `won`: the payment stays. `lost`: the customer has the money. `closed`: it is over without a decision. */
  readonly state: 'open' | 'won' | 'lost' | 'closed'
}

/** Lower-case header names; a header that was sent twice is absent. */
export type WebhookHeaders = Readonly<Record<string, string | undefined>>

export interface PaymentProvider {
  readonly id: ProviderId
  /** The headers that `readWebhook` needs. */
  readonly webhookHeaders: readonly Lowercase<string>[]
  /** Proves that key, store and organization are right, and that the key belongs to the chosen mode. */
  testConnection(): Promise<{ readonly success: boolean; readonly message: string }>
  createCheckout(request: CheckoutRequest): Promise<Checkout>
  /** Makes an open checkout unusable, where the provider can. */
  expireCheckout?(sessionId: string): Promise<void>
  /** The subscription that a checkout led to, where the provider can tell; undefined while there is none. */
  findByCheckout?(checkout: {
    readonly checkoutId: string
    readonly sessionId: string
    readonly accountId: number
  }): Promise<ProviderSubscription | undefined>
  /** undefined: the provider knows no such subscription. */
  getSubscription(id: string): Promise<ProviderSubscription | undefined>
  listInvoices(subscription: Pick<ProviderSubscription, 'id' | 'customerId'>): Promise<readonly Invoice[]>
  /** Whose payment this is, where webhooks may name nothing else; undefined: the provider knows no such payment. */
  findPayment?(id: string): Promise<Pick<WebhookEvent, 'subscriptionId' | 'customerId'> | undefined>
  /** A page or a PDF; valid for a short time only. */
  invoiceUrl(invoiceId: string, subscription: Pick<ProviderSubscription, 'id'>): Promise<string | undefined>
  cancelAtPeriodEnd(id: string, cancellation: Cancellation): Promise<void>
  resume(id: string): Promise<void>
  /** Asks what a change of plan would lead to. Changes nothing. */
  previewChange(id: string, change: PlanChange): Promise<PlanChangePreview>
  /**
   * Changes the plan, and charges or credits the difference. If the payment fails, nothing has changed. What holds
   * already is a success, and charges nothing. The provider may do it later: what is true is asked of it.
   */
  changePlan(id: string, change: PlanChange): Promise<void>
  /** Cancels what a subscription would change to when its period ends, where the provider plans changes. */
  cancelScheduledChange?(id: string): Promise<void>
  /**
   * Gives a subscription another price of the same plan with its next renewal. Nothing is charged now. One that is
   * scheduled to change is left as it is.
   */
  setRenewalPrice(id: string, price: Pick<PlanChange, 'priceRef' | 'amount'>): Promise<void>
  /** The provider cannot end a subscription before its period does: `cancelNow` is `cancelAtPeriodEnd`. */
  readonly cannotEndNow?: true
  cancelNow(id: string): Promise<void>
  /** A page of the provider, valid for a short time only. */
  portalUrl(
    subscription: Pick<ProviderSubscription, 'id' | 'customerId'>,
    request: { readonly accountId: number; readonly returnUrl: string },
  ): Promise<string>
  /** Tries a failed payment again, where the provider can. */
  retryPayment?(subscription: Pick<ProviderSubscription, 'id' | 'customerId'>): Promise<void>
  /** @throws BadSignatureError unless the provider has signed these bytes, recently where it signs a time */
  readWebhook(rawBody: Uint8Array, headers: WebhookHeaders): Promise<WebhookEvent>
}

/** Creates a provider. Its SDK is imported by the first call that needs it. */
export type CreateProvider = (settings: ProviderSettings, deps: ProviderDeps) => PaymentProvider

/** Seconds that the time of a signed webhook may be away from ours, in the past or future. */
export const maxWebhookAgeSeconds = 300
/** How long a provider may take to answer one request. */
export const providerTimeoutMs = 8_000

/** What the operator has chosen. A new instance is in test mode, with the sandbox active. */
interface PaymentChoice {
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
  /** A provider with settings that are not stored, to try them. undefined: they have no key. */
  tryWith(id: ProviderId, settings: ProviderSettings): Promise<PaymentProvider | undefined>
  /** Remembers a provider's last failure for the operator: status and time. Never rejects. */
  noteFailure(error: PaymentError): Promise<void>
}
