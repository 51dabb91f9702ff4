/** Subscriptions, invoices and failed payments of the instance. */
import * as contract from '@envhold/contract/operator/billing-lists.ts'
import { verb } from '../../../http/verb.ts'
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
