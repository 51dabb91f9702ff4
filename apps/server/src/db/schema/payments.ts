import type {
  BillingInterval,
  CancelReason,
  InvoiceStatus,
  ProviderId,
  SubscriptionStatus,
} from '@envhold/contract/billing/payments.ts'
import { bigint, bytes, id, integer, table, text } from './table.ts'

/** `general`, or the settings of one provider; sealed under the server secret. */
const paymentSettings = table('payment_settings', {
  name: text.primary(),
  sealed: bytes,
  /** What a provider last answered instead of success: a status and a time, no text of the provider. */
  last_error: text.optional(),
  last_error_at: bigint.optional(),
  updated_at: bigint,
})

/** The provider's id of a plan and interval. */
export const planPrices = table('plan_prices', {
  provider: text.of<ProviderId>(),
  price_ref: text,
  plan: text.signed(),
  billing_interval: text.of<BillingInterval>().signed(),
  mac: bytes,
}).with({ key: ['provider', 'price_ref'], unique: [['plan', 'provider', 'billing_interval']] })

/** What a provider's id was the price of before it was replaced. Subscriptions keep the price that they began with. */
export const formerPrices = table('former_prices', {
  provider: text.of<ProviderId>(),
  price_ref: text,
  plan: text.signed(),
  billing_interval: text.of<BillingInterval>().signed(),
  mac: bytes,
}).with({ key: ['provider', 'price_ref'] })

/** An intention to pay. Only through one that is not bound yet can a provider's subscription reach an account. */
export const checkouts = table('checkouts', {
  /** 128 random bits, in hexadecimal. */
  id: text.primary(),
  user_id: bigint.references('users').signed(),
  plan: text.signed(),
  billing_interval: text.of<BillingInterval>().signed(),
  provider: text.of<ProviderId>().signed(),
  price_ref: text.signed(),
  /** The provider's id of it; null until the provider has answered. */
  session_id: text.optional(),
  /** The subscription that it led to. */
  subscription_id: bigint.optional().signed(),
  /** When it was bound, replaced or given up. */
  closed_at: bigint.optional(),
  created_at: bigint,
  mac: bytes,
}).with({ indexes: { checkouts_user: ['user_id'], checkouts_age: ['closed_at', 'created_at'] } })

/** A subscription as its provider last described it. */
export const subscriptions = table('subscriptions', {
  id,
  provider: text.of<ProviderId>(),
  provider_id: text,
  user_id: bigint.signed(),
  customer_id: text.optional().signed(),
  plan: text.signed(),
  billing_interval: text.of<BillingInterval>().optional(),
  status: text.of<SubscriptionStatus>().signed(),
  period_start: bigint.optional().signed(),
  period_end: bigint.optional().signed(),
  cancel_at: bigint.optional().signed(),
  ended_at: bigint.optional().signed(),
  cancel_reason: text.of<CancelReason>().optional(),
  /** What its provider changes it to when the period ends. */
  next_plan: text.optional().signed({ except: null }),
  next_interval: text.of<BillingInterval>().optional().signed({ except: null }),
  /** Until when no other change of its plan may start. */
  changing_until: bigint.optional(),
  /** The end of the period whose renewal its customer was reminded of. */
  reminded_of: bigint.optional(),
  /** When its customer was notified of the newest price of its plan and interval; null after a change of either. */
  price_notified_at: bigint.optional(),
  /** When its price became the plan's price of that time. */
  repriced_at: bigint.optional(),
  test_mode: integer.signed(),
  /** Raised by each write: a description that was requested before the last write is requested again. */
  revision: integer.signed(),
  fetched_at: bigint,
  created_at: bigint,
  mac: bytes,
}).with({
  unique: [['provider', 'provider_id']],
  id: ['provider', 'provider_id'],
  indexes: {
    subscriptions_user: ['user_id'],
    subscriptions_kind: [
      'status',
      'plan',
      'billing_interval',
      'provider',
      'test_mode',
      'cancel_at',
      'user_id',
    ],
  },
})

/** A new price of a plan that those who pay already get with their first renewal after the notice. */
export const priceChanges = table('price_changes', {
  plan: text,
  billing_interval: text.of<BillingInterval>(),
  /** In cents of a US dollar; 0 if it replaces a change that was announced: not everyone pays or expects the same. */
  old_price: integer.signed(),
  price: integer.signed(),
  created_at: bigint.signed(),
  applies_at: bigint.signed(),
  /** The last subscription whose customer was mailed; 0 before the first. */
  mailed_to: bigint.signed(),
  /** When the last of these mails was queued. */
  announced_at: bigint.optional().signed(),
  mac: bytes,
}).with({ key: ['plan', 'billing_interval'] })

/** Amounts are in the currency's minor unit. */
const invoices = table('invoices', {
  id,
  provider: text.of<ProviderId>(),
  provider_id: text,
  subscription_id: bigint,
  user_id: bigint,
  number: text.optional(),
  status: text.of<InvoiceStatus>(),
  total: bigint,
  tax: bigint,
  refunded: bigint,
  currency: text,
  created_at: bigint,
}).with({ unique: [['provider', 'provider_id']], indexes: { invoices_user: ['user_id', 'created_at'] } })

/** The handling of one failed payment. */
const dunning = table('dunning', {
  subscription_id: bigint.references('subscriptions'),
  failed_at: bigint,
  state: text.of<'active' | 'recovered' | 'exhausted' | 'canceled'>(),
  /** How often the payment was looked at again. */
  tries: integer,
  next_at: bigint.optional(),
  updated_at: bigint,
}).with({ key: ['subscription_id', 'failed_at'], indexes: { dunning_due: ['state', 'next_at'] } })

/** A provider's event: what it is about. Of what it says, only the state of a dispute is stored. */
const webhookEvents = table('webhook_events', {
  provider: text.of<ProviderId>(),
  event_id: text,
  type: text,
  about: text.of<'subscription' | 'invoice' | 'dispute' | 'checkout' | 'other'>(),
  subscription_id: text.optional(),
  customer_id: text.optional(),
  checkout_id: text.optional(),
  payment_id: text.optional(),
  dispute_id: text.optional(),
  dispute_state: text.of<'open' | 'won' | 'lost' | 'closed'>().optional(),
  state: text.of<'new' | 'done' | 'ignored'>(),
  attempts: integer,
  /** null: nothing more is due. */
  next_attempt_at: bigint.optional(),
  received_at: bigint,
}).with({
  key: ['provider', 'event_id'],
  indexes: { webhook_events_due: ['state', 'next_attempt_at'], webhook_events_received: ['received_at'] },
})

export const paymentTables = [
  paymentSettings,
  planPrices,
  formerPrices,
  checkouts,
  subscriptions,
  priceChanges,
  invoices,
  dunning,
  webhookEvents,
] as const

const sandboxCheckouts = table('sandbox_checkouts', {
  id: text.primary(),
  user_id: bigint.references('users'),
  checkout_id: text,
  price_ref: text,
  billing_interval: text.of<BillingInterval>(),
  total: integer,
  success_url: text,
  cancel_url: text,
  subscription_id: text.optional(),
  created_at: bigint,
  expires_at: bigint,
})

const sandboxSubscriptions = table('sandbox_subscriptions', {
  id: text.primary(),
  user_id: bigint,
  checkout_id: text,
  price_ref: text,
  billing_interval: text.of<BillingInterval>(),
  total: integer,
  status: text.of<SubscriptionStatus>(),
  period_start: bigint,
  period_end: bigint,
  cancel_at: bigint.optional(),
  ended_at: bigint.optional(),
  return_url: text,
  /** What is left of plans that were changed. */
  credit: integer.backfill(0),
})

const sandboxInvoices = table('sandbox_invoices', {
  id: text.primary(),
  subscription_id: text,
  number: text,
  status: text.of<InvoiceStatus>(),
  total: integer,
  refunded: integer,
  created_at: bigint,
}).with({ indexes: { sandbox_invoices_subscription: ['subscription_id'] } })

export const sandboxTables = [sandboxCheckouts, sandboxSubscriptions, sandboxInvoices] as const
