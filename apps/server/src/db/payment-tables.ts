import type {
  BillingInterval,
  CancelReason,
  InvoiceStatus,
  ProviderId,
  SubscriptionStatus,
} from '@envhold/contract/payments.ts'
import type { Generated } from 'kysely'

/** `general`, or the settings of one provider; sealed under the server secret. */
export interface PaymentSettingsTable {
  name: string
  sealed: Uint8Array
  /** What a provider last answered instead of success: a status and a time, no text of the provider. */
  last_error: string | null
  last_error_at: number | null
  updated_at: number
}

/** The provider's id of a plan and interval. */
export interface PlanPricesTable {
  provider: ProviderId
  price_ref: string
  plan: string
  billing_interval: BillingInterval
  mac: Uint8Array
}

/** An intention to pay. Only through one that is not bound yet can a provider's subscription reach an account. */
export interface CheckoutsTable {
  /** 128 random bits, in hexadecimal. */
  id: string
  user_id: number
  plan: string
  billing_interval: BillingInterval
  provider: ProviderId
  price_ref: string
  /** The provider's id of it; null until the provider has answered. */
  session_id: string | null
  /** The subscription that it led to. */
  subscription_id: number | null
  /** When it was bound, replaced or given up. */
  closed_at: number | null
  created_at: number
  mac: Uint8Array
}

/** A subscription as its provider last described it. */
export interface SubscriptionsTable {
  id: Generated<number>
  provider: ProviderId
  provider_id: string
  user_id: number
  customer_id: string | null
  plan: string
  billing_interval: BillingInterval | null
  status: SubscriptionStatus
  period_start: number | null
  period_end: number | null
  cancel_at: number | null
  ended_at: number | null
  cancel_reason: CancelReason | null
  test_mode: number
  /** Raised by each write: a description that was requested before the last write is requested again. */
  revision: number
  fetched_at: number
  created_at: number
  mac: Uint8Array
}

/** Amounts are in the currency's minor unit. */
export interface InvoicesTable {
  id: Generated<number>
  provider: ProviderId
  provider_id: string
  subscription_id: number
  user_id: number
  number: string | null
  status: InvoiceStatus
  total: number
  tax: number
  refunded: number
  currency: string
  created_at: number
}

/** The handling of one failed payment. */
export interface DunningTable {
  subscription_id: number
  failed_at: number
  state: 'active' | 'recovered' | 'exhausted' | 'canceled'
  /** How often the payment was looked at again. */
  tries: number
  next_at: number | null
  updated_at: number
}

/** A provider's event: what it is about, never what it says. */
export interface WebhookEventsTable {
  provider: ProviderId
  event_id: string
  type: string
  about: 'subscription' | 'invoice' | 'dispute' | 'checkout' | 'other'
  subscription_id: string | null
  customer_id: string | null
  checkout_id: string | null
  state: 'new' | 'done' | 'ignored'
  attempts: number
  /** null: nothing more is due. */
  next_attempt_at: number | null
  received_at: number
}

export interface SandboxCheckoutsTable {
  id: string
  user_id: number
  checkout_id: string
  price_ref: string
  billing_interval: BillingInterval
  total: number
  success_url: string
  cancel_url: string
  subscription_id: string | null
  created_at: number
  expires_at: number
}

export interface SandboxSubscriptionsTable {
  id: string
  user_id: number
  checkout_id: string
  price_ref: string
  billing_interval: BillingInterval
  total: number
  status: SubscriptionStatus
  period_start: number
  period_end: number
  cancel_at: number | null
  ended_at: number | null
  return_url: string
}

export interface SandboxInvoicesTable {
  id: string
  subscription_id: string
  number: string
  status: InvoiceStatus
  total: number
  refunded: number
  created_at: number
}
