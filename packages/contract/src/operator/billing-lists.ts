/** Subscriptions, invoices and failed payments of the whole instance. */
import { z } from 'zod'
import { invoice } from '../billing/invoices.ts'
import { invoiceStatuses, providerIds, subscriptionStatuses } from '../billing/payments.ts'
import { subscription } from '../billing/subscription.ts'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'
import { operatorEndpoint } from './operator-calls.ts'
import { pageQuery, pagination } from './paging.ts'
import { dunningStates } from './user-billing.ts'

export const billingPageSize = 20
/** The most rows of an export. */
export const maxExportedBilling = 100_000

const exportOf = (what: string) =>
  ({
    summary: `The ${what} that the filters leave as a CSV file, the newest 100,000 at most. The operator’s activity records the export.`,
    produces: ['text/csv; charset=utf-8'],
  }) as const

/** null: the account was deleted. */
const payer = z
  .object({
    id: field.id,
    username: z.string().max(limits.nameLength),
    email: z.string().max(limits.emailLength),
  })
  .nullable()

/** The id of an account, or a part of its username or e-mail address. */
const search = field.text(limits.nameLength).optional()
const provider = z.enum(providerIds).optional()

const subscriptionFilter = {
  status: z.enum(subscriptionStatuses).optional(),
  plan: field.text(limits.nameLength).optional(),
  provider,
  search,
}
const invoiceFilter = { status: z.enum(invoiceStatuses).optional(), provider, search }
const failedPaymentFilter = { status: z.enum(dunningStates).optional(), provider, search }

const everySubscription = subscription
  .omit({ next_payment_attempt: true, ends_unpaid_at: true, next: true })
  .extend({ user: payer, provider_id: z.string().max(300), created_at: field.time })
  .meta({ id: 'EverySubscription' })
export type EverySubscription = z.output<typeof everySubscription>

const everyInvoice = invoice.extend({ user: payer }).meta({ id: 'EveryInvoice' })
export type EveryInvoice = z.output<typeof everyInvoice>

const failedPayment = z
  .object({
    subscription_id: field.id,
    user: payer,
    plan_display_name: z.string().max(limits.nameLength),
    provider: z.enum(providerIds),
    failed_at: field.time,
    status: z.enum(dunningStates),
    /** How often it was tried again. */
    tries: field.count,
    next_attempt: field.time.nullable(),
  })
  .meta({ id: 'FailedPayment' })
export type FailedPayment = z.output<typeof failedPayment>

export const listEverySubscription = operatorEndpoint('GET /admin/subscriptions', {
  name: 'listEverySubscription',
  summary: 'List the subscriptions of the instance, the newest first.',
  query: z.object({ ...subscriptionFilter, ...pageQuery(billingPageSize) }),
  output: z.object({ subscriptions: z.array(everySubscription).max(100), pagination }),
})

export const listEveryInvoice = operatorEndpoint('GET /admin/invoices', {
  name: 'listEveryInvoice',
  summary: 'List the invoices of the instance, the newest first.',
  query: z.object({ ...invoiceFilter, ...pageQuery(billingPageSize) }),
  output: z.object({ invoices: z.array(everyInvoice).max(100), pagination }),
})

export const listFailedPayments = operatorEndpoint('GET /admin/failed-payments', {
  name: 'listFailedPayments',
  summary: 'List the failed payments of the instance, the newest first.',
  query: z.object({ ...failedPaymentFilter, ...pageQuery(billingPageSize) }),
  output: z.object({ failed_payments: z.array(failedPayment).max(100), pagination }),
})

export const exportSubscriptions = operatorEndpoint('GET /admin/subscriptions/export', {
  ...exportOf('subscriptions'),
  name: 'exportSubscriptions',
  query: z.object(subscriptionFilter),
})

export const exportInvoices = operatorEndpoint('GET /admin/invoices/export', {
  ...exportOf('invoices'),
  name: 'exportInvoices',
  query: z.object(invoiceFilter),
})

export const exportFailedPayments = operatorEndpoint('GET /admin/failed-payments/export', {
  ...exportOf('failed payments'),
  name: 'exportFailedPayments',
  query: z.object(failedPaymentFilter),
})
