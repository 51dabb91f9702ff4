import { type BillingInterval, isLiveStatus, type ProviderId } from '@envhold/contract/billing/payments.ts'
import type { Insertable } from 'kysely'
import type { DbContext, TrxContext } from '../../../context.ts'
import { updatesRow } from '../../../db/affected-rows.ts'
import { subscriptions } from '../../../db/schema/payments.ts'
import { signedRows } from '../../../db/signed-rows.ts'
import { tableRows } from '../../../db/table-rows.ts'
import type { Row, Tables } from '../../../db/tables.ts'

export type SubscriptionRow = Row<'subscriptions'>
/** What a write stores; the MAC and the revision are added. */
export type NewSubscription = Omit<Insertable<Tables['subscriptions']>, 'id' | 'mac' | 'revision'>

/** Authenticates whose a subscription is and what it pays for. */
export const subscriptionMac = subscriptions.mac

const stored = signedRows(subscriptions)

/** The subscriptions of an account, oldest first. */
export const listSubscriptions = (
  ctx: DbContext<'secrets'>,
  userId: number,
): Promise<readonly SubscriptionRow[]> => stored.list(ctx, { user_id: userId }, { orderBy: ['id'] })

export const findSubscription = (ctx: DbContext<'secrets'>, provider: ProviderId, providerId: string) =>
  stored.find(ctx, { provider, provider_id: providerId })

/** The subscriptions of a provider's customer: a refund or a dispute names no subscription. */
export const listSubscriptionsOfCustomer = (
  ctx: DbContext<'secrets'>,
  provider: ProviderId,
  customerId: string,
): Promise<readonly SubscriptionRow[]> => stored.list(ctx, { provider, customer_id: customerId })

/** So many rows are read and checked without a turn for others. */
const pageLength = 500

/** Those that providers may still change: all that have not ended, and those that ended lately. */
export async function listChangeable(
  ctx: DbContext<'secrets'>,
  endedAfter: number,
): Promise<readonly SubscriptionRow[]> {
  const rows: SubscriptionRow[] = []
  for (let after = 0; ; ) {
    const page = await stored.list(
      ctx,
      (is) =>
        is.and([is('id', '>', after), is.or([is('status', '!=', 'ended'), is('ended_at', '>', endedAfter)])]),
      { orderBy: ['id'], limit: pageLength },
    )
    rows.push(...page)
    const last = page.at(-1)
    if (!last || page.length < pageLength) return rows
    after = last.id
  }
}

/**
 * Writes what a provider described, if nobody has written since `revision` was read.
 * @param revision of the stored row; 0 if there was none
 * @returns the stored row; undefined if another description was written in the meantime
 */
export async function saveSubscription(
  { db, secrets }: TrxContext<'secrets'>,
  described: NewSubscription,
  revision: number,
): Promise<SubscriptionRow | undefined> {
  const row = { cancel_reason: null, ...described, revision: revision + 1 }
  const mac = subscriptionMac.of(secrets, row as SubscriptionRow)
  if (revision === 0)
    return await db
      .insertInto('subscriptions')
      .values({ ...row, mac })
      .onConflict((conflict) => conflict.columns(['provider', 'provider_id']).doNothing())
      .returningAll()
      .executeTakeFirst()
  return await db
    .updateTable('subscriptions')
    .set({ ...row, mac })
    .where('provider', '=', described.provider)
    .where('provider_id', '=', described.provider_id)
    .where('revision', '=', revision)
    .returningAll()
    .executeTakeFirst()
}

/** A change of the plan never takes this long: a claim beyond it was made under a clock that was ahead. */
const maxChangeMs = 3_600_000

/** Whether a change of the plan has begun, and its time is over: it is unknown what became of it. */
export const isChangeOver = ({ changing_until }: SubscriptionRow, now: number): boolean =>
  changing_until !== null && (changing_until <= now || changing_until > now + maxChangeMs)

/** Keeps other changes of a subscription's plan away. @returns false while another one is under way */
export const claimChange = async (
  ctx: DbContext,
  id: number,
  { now, until }: { readonly now: number; readonly until: number },
): Promise<boolean> =>
  (await stored.touch(
    ctx,
    [
      { id },
      (is) =>
        is.or([
          is('changing_until', 'is', null),
          is('changing_until', '<=', now),
          is('changing_until', '>', now + maxChangeMs),
        ]),
    ],
    { changing_until: until },
  )) === 1

/** A change is over: it is known what became of it. */
export const releaseChange = (ctx: DbContext, id: number) =>
  stored.touch(ctx, { id }, { changing_until: null })

/** Active yearly subscriptions whose period ends in a time, and whose customers were not reminded of that. */
export const listRenewing = (
  ctx: DbContext<'secrets'>,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): Promise<readonly SubscriptionRow[]> =>
  stored.list(
    ctx,
    (is) =>
      is.and([
        is('status', '=', 'active'),
        is('billing_interval', '=', 'yearly'),
        is('cancel_at', 'is', null),
        is('period_end', '>', after),
        is('period_end', '<=', upTo),
        is.or([is('reminded_of', 'is', null), is('reminded_of', '!=', is.ref('period_end'))]),
      ]),
    { orderBy: ['period_end'], limit: 1_000 },
  )

/** Remembers a reminder. @returns false if the customer was reminded of this renewal already */
export const claimReminder = ({ db }: TrxContext, { id, period_end }: SubscriptionRow): Promise<boolean> =>
  updatesRow(
    db
      .updateTable('subscriptions')
      .set({ reminded_of: period_end })
      .where('id', '=', id)
      .where((is) => is.or([is('reminded_of', 'is', null), is('reminded_of', '!=', period_end)])),
  )

/**
 * Subscriptions to a plan that renew with it, and were bought before a time, in the order of their ids. Those that will
 * have another plan or interval then are not among them.
 */
export const listRenewingOf = (
  ctx: DbContext<'secrets'>,
  of: {
    readonly plan: string
    readonly interval: BillingInterval
    readonly boughtBefore: number
    /** Only those whose price was not set since then. */
    readonly notRepricedSince?: number
    /** Only those whose customers were notified of a new price since then. */
    readonly notifiedSince?: number
  },
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly SubscriptionRow[]> =>
  stored.list(
    ctx,
    (is) =>
      is.and([
        is('plan', '=', of.plan),
        is('billing_interval', '=', of.interval),
        is('status', 'in', ['active', 'trialing', 'past_due']),
        is('cancel_at', 'is', null),
        is('next_plan', 'is', null),
        is('created_at', '<', of.boughtBefore),
        ...(of.notifiedSince === undefined ? [] : [is('price_notified_at', '>=', of.notifiedSince)]),
        is('id', '>', after),
        is.or([
          is('repriced_at', 'is', null),
          is('repriced_at', '<', of.notRepricedSince ?? Number.MAX_SAFE_INTEGER),
        ]),
      ]),
    { orderBy: ['id'], limit },
  )

/** Remembers that its customer was notified of a new price. */
export const markPriceNotified = (ctx: DbContext<'clock'>, id: number) =>
  stored.touch(ctx, { id }, { price_notified_at: ctx.clock() })

export const markRepriced = async ({ db, clock }: DbContext<'clock'>, id: number): Promise<void> => {
  await db.updateTable('subscriptions').set({ repriced_at: clock() }).where('id', '=', id).execute()
}

/** Remembers why its customer canceled a subscription. No MAC covers the reason. */
export const setCancelReason = (
  ctx: DbContext,
  id: number,
  cancel_reason: NonNullable<SubscriptionRow['cancel_reason']>,
) => stored.touch(ctx, { id }, { cancel_reason })

/** Deletes what ended before a time. Invoices and dunning have the same age. */
export const deleteEndedBefore = (ctx: TrxContext, time: number): Promise<number> =>
  stored.remove(ctx, (is) => is.and([is('status', '=', 'ended'), is('ended_at', '<', time)]))

/** Whether an account with this subscription has to end it before it can start another one. */
export const isLive = ({ status }: Pick<SubscriptionRow, 'status'>): boolean => isLiveStatus(status)

export const findSubscriptionById = (ctx: DbContext<'secrets'>, id: number) => stored.find(ctx, { id })

export type InvoiceRow = Row<'invoices'>

const invoices = tableRows('invoices')

/** The invoices of an account, newest first. */
export const listInvoicesOf = (ctx: DbContext, userId: number, limit: number) =>
  invoices.list(ctx, { user_id: userId }, { orderBy: ['created_at desc', 'id desc'], limit })

export const findInvoice = (ctx: DbContext, userId: number, id: number) =>
  invoices.find(ctx, { user_id: userId, id })

/** What a subscription owes: its newest invoice, unless that is paid. */
export async function findUnpaidInvoice(
  ctx: DbContext,
  { id, user_id }: Pick<SubscriptionRow, 'id' | 'user_id'>,
): Promise<InvoiceRow | undefined> {
  const [newest] = await invoices.list(
    ctx,
    [{ user_id, subscription_id: id }, (is) => is('status', '!=', 'void')],
    { orderBy: ['created_at desc', 'id desc'], limit: 1 },
  )
  return newest?.status === 'failed' || newest?.status === 'open' ? newest : undefined
}

/**
 * Writes an invoice as its provider states it.
 * @returns the row as it was before; undefined for a new one
 */
export async function saveInvoice(
  ctx: TrxContext,
  invoice: Omit<InvoiceRow, 'id'>,
): Promise<InvoiceRow | undefined> {
  const { provider, provider_id } = invoice
  const before = await invoices.find(ctx, { provider, provider_id })
  if (before) await invoices.update(ctx, { id: before.id }, invoice)
  else await invoices.insert(ctx, [invoice])
  return before
}

/** The newest invoices of a subscription, as stored. */
export const listStoredInvoices = (ctx: DbContext, provider: ProviderId, providerIds: readonly string[]) =>
  invoices.list(ctx, { provider, provider_id: providerIds })

export const deleteInvoicesBefore = (ctx: TrxContext, time: number) =>
  invoices.remove(ctx, (is) => is('created_at', '<', time))
