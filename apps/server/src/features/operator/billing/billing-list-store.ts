import type { ProviderId } from '@envhold/contract/billing/payments.ts'
import type { DbContext } from '../../../context.ts'
import { countAll } from '../../../db/affected-rows.ts'
import type { Row } from '../../../db/tables.ts'
import type { DunningRow } from '../../billing/dunning/dunning-store.ts'
import {
  type InvoiceRow,
  type SubscriptionRow,
  subscriptionMac,
} from '../../billing/subscriptions/subscription-store.ts'
import { idsFoundBy } from '../users/user-list-store.ts'

/** Undefined leaves nothing out. */
export interface BillingFilter {
  readonly status?: string | undefined
  readonly plan?: string | undefined
  readonly provider?: ProviderId | undefined
  readonly search?: string | undefined
}

export interface Page {
  readonly limit: number
  readonly offset: number
  /** Rows that are newer than this one are left out, so that the pages of an export fit together. */
  readonly upTo?: number | undefined
}

type Context = DbContext<'engine' | 'secrets'>

/** A list of the instance, the newest first. */
export interface BillingRows<R> {
  readonly list: (ctx: Context, filter: BillingFilter, page: Page) => Promise<R[]>
  readonly count: (ctx: Context, filter: BillingFilter) => Promise<number>
  /** Where a row is in the list, for `upTo`. */
  readonly position: (row: R) => number
}

const isSearched = ({ search }: BillingFilter) => search !== undefined && search.trim() !== ''

const subscriptionsOf = (ctx: Context, filter: BillingFilter) => {
  const { status, plan, provider, search = '' } = filter
  return ctx.db
    .selectFrom('subscriptions')
    .$if(status !== undefined, (query) => query.where('status', '=', status as SubscriptionRow['status']))
    .$if(plan !== undefined, (query) => query.where('plan', '=', plan ?? ''))
    .$if(provider !== undefined, (query) => query.where('provider', '=', provider ?? 'sandbox'))
    .$if(isSearched(filter), (query) => query.where('user_id', 'in', idsFoundBy(ctx, search)))
}

/** @throws TamperedRowError */
export const subscriptionRows: BillingRows<SubscriptionRow> = {
  position: ({ id }) => id,
  count: (ctx, filter) => countAll(subscriptionsOf(ctx, filter)),
  list: async (ctx, filter, { limit, offset, upTo = Number.MAX_SAFE_INTEGER }) => {
    const rows = await subscriptionsOf(ctx, filter)
      .selectAll()
      .where('id', '<=', upTo)
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute()
    for (const row of rows) subscriptionMac.check(ctx.secrets, row)
    return rows
  },
}

const invoicesOf = (ctx: Context, filter: BillingFilter) => {
  const { status, provider, search = '' } = filter
  return ctx.db
    .selectFrom('invoices')
    .$if(status !== undefined, (query) => query.where('status', '=', status as InvoiceRow['status']))
    .$if(provider !== undefined, (query) => query.where('provider', '=', provider ?? 'sandbox'))
    .$if(isSearched(filter), (query) => query.where('user_id', 'in', idsFoundBy(ctx, search)))
}

export const invoiceRows: BillingRows<InvoiceRow> = {
  position: ({ id }) => id,
  count: (ctx, filter) => countAll(invoicesOf(ctx, filter)),
  list: (ctx, filter, { limit, offset, upTo = Number.MAX_SAFE_INTEGER }) =>
    invoicesOf(ctx, filter)
      .selectAll()
      .where('id', '<=', upTo)
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
}

export type FailedPaymentRow = DunningRow & Pick<Row<'subscriptions'>, 'user_id' | 'plan' | 'provider'>

const failuresOf = (ctx: Context, filter: BillingFilter) => {
  const { status, provider, search = '' } = filter
  return ctx.db
    .selectFrom('dunning')
    .innerJoin('subscriptions', 'subscriptions.id', 'dunning.subscription_id')
    .$if(status !== undefined, (query) => query.where('dunning.state', '=', status as DunningRow['state']))
    .$if(provider !== undefined, (query) => query.where('subscriptions.provider', '=', provider ?? 'sandbox'))
    .$if(isSearched(filter), (query) => query.where('subscriptions.user_id', 'in', idsFoundBy(ctx, search)))
}

export const failedPaymentRows: BillingRows<FailedPaymentRow> = {
  position: ({ failed_at }) => failed_at,
  count: (ctx, filter) => countAll(failuresOf(ctx, filter)),
  list: (ctx, filter, { limit, offset, upTo = Number.MAX_SAFE_INTEGER }) =>
    failuresOf(ctx, filter)
      .selectAll('dunning')
      .select(['subscriptions.user_id', 'subscriptions.plan', 'subscriptions.provider'])
      .where('dunning.failed_at', '<=', upTo)
      .orderBy('dunning.failed_at', 'desc')
      .orderBy('dunning.subscription_id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
}
