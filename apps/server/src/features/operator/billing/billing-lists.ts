/** Subscriptions, invoices and failed payments of the instance, as pages and as CSV. */
import * as contract from '@envhold/contract/operator/billing-lists.ts'
import { maxExportedBilling } from '@envhold/contract/operator/billing-lists.ts'
import type { Context } from '../../../context.ts'
import { verb, verbWithResult } from '../../../http/verb.ts'
import { fieldColumns } from '../../activity/write-export.ts'
import { exportCsv, inGroups } from '../export-list.ts'
import { offsetOf, paginationOf, totalOf } from '../paging.ts'
import {
  type BillingFilter,
  type BillingRows,
  failedPaymentRows,
  invoiceRows,
  subscriptionRows,
} from './billing-list-store.ts'
import { viewFailedPayments, viewInvoiceRows, viewSubscriptions } from './billing-views.ts'

type Query = BillingFilter & { readonly page: number; readonly limit: number }

async function readPage<R>(rows: BillingRows<R>, ctx: Parameters<BillingRows<R>['list']>[0], query: Query) {
  const page = await rows.list(ctx, query, { limit: query.limit, offset: offsetOf(query) })
  const total = await totalOf(query, page.length, () => rows.count(ctx, query))
  return { page, pagination: paginationOf(query, total) }
}

export const listEverySubscription = verb(contract.listEverySubscription, async (ctx, { query }) => {
  const { page, pagination } = await readPage(subscriptionRows, ctx, query)
  return { subscriptions: await viewSubscriptions(ctx, page), pagination }
})

export const listEveryInvoice = verb(contract.listEveryInvoice, async (ctx, { query }) => {
  const { page, pagination } = await readPage(invoiceRows, ctx, query)
  return { invoices: await viewInvoiceRows(ctx, page), pagination }
})

export const listFailedPayments = verb(contract.listFailedPayments, async (ctx, { query }) => {
  const { page, pagination } = await readPage(failedPaymentRows, ctx, query)
  return { failed_payments: await viewFailedPayments(ctx, page), pagination }
})

const groupsOf = <R, V>(
  ctx: Context,
  filter: BillingFilter,
  { list, position }: BillingRows<R>,
  view: (ctx: Context, rows: readonly R[]) => Promise<V[]>,
) =>
  inGroups<R, V>(maxExportedBilling, {
    next: ({ count, first }, limit) =>
      list(ctx, filter, { limit, offset: count, upTo: first && position(first) }),
    show: (rows) => view(ctx, rows),
  })

type Payer = contract.EveryInvoice['user']
interface Paid {
  readonly user: Payer
}

const payerColumns = {
  user_id: ({ user }: Paid) => user?.id ?? null,
  username: ({ user }: Paid) => user?.username ?? null,
  email: ({ user }: Paid) => user?.email ?? null,
}

export const exportSubscriptions = verbWithResult(contract.exportSubscriptions, (ctx, call) =>
  exportCsv(ctx, {
    ...call,
    what: 'the subscriptions of the instance',
    name: 'envhold-subscriptions',
    groups: groupsOf(ctx, call.query, subscriptionRows, viewSubscriptions),
    columns: {
      ...fieldColumns('id'),
      ...payerColumns,
      ...fieldColumns('plan', 'status', 'billing_interval', 'current_period_start', 'current_period_end'),
      ...fieldColumns('cancel_at', 'ended_at', 'provider', 'provider_id', 'created_at'),
      test_mode: ({ test_mode }: contract.EverySubscription) => (test_mode ? 'yes' : 'no'),
    },
  }),
)

/** Amounts are in the minor unit of their currency, as providers state them. */
export const exportInvoices = verbWithResult(contract.exportInvoices, (ctx, call) =>
  exportCsv(ctx, {
    ...call,
    what: 'the invoices of the instance',
    name: 'envhold-invoices',
    groups: groupsOf(ctx, call.query, invoiceRows, viewInvoiceRows),
    columns: {
      ...fieldColumns('id'),
      ...payerColumns,
      ...fieldColumns('number', 'status', 'total', 'tax', 'refunded', 'currency', 'created_at', 'provider'),
    },
  }),
)

export const exportFailedPayments = verbWithResult(contract.exportFailedPayments, (ctx, call) =>
  exportCsv(ctx, {
    ...call,
    what: 'the failed payments of the instance',
    name: 'envhold-failed-payments',
    groups: groupsOf(ctx, call.query, failedPaymentRows, viewFailedPayments),
    columns: {
      ...fieldColumns('subscription_id'),
      ...payerColumns,
      plan: ({ plan_display_name }: contract.FailedPayment) => plan_display_name,
      ...fieldColumns('provider', 'failed_at', 'status', 'tries', 'next_attempt'),
    },
  }),
)
