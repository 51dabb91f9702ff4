import type {
  BillingInterval,
  InvoiceStatus,
  SubscriptionStatus,
} from '@envhold/contract/billing/payments.ts'
import { bigint, integer, text } from './column.ts'
import { table } from './table.ts'

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
})

const sandboxInvoices = table(
  'sandbox_invoices',
  {
    id: text.primary(),
    subscription_id: text,
    number: text,
    status: text.of<InvoiceStatus>(),
    total: integer,
    refunded: integer,
    created_at: bigint,
  },
  { indexes: { sandbox_invoices_subscription: ['subscription_id'] } },
)

export const sandboxTables = [sandboxCheckouts, sandboxSubscriptions, sandboxInvoices] as const
