import { isEntitled, type ProviderId } from '@envhold/contract/payments.ts'
import type { Insertable } from 'kysely'
import type { Context, Within } from '../../../context.ts'
import { subscriptions } from '../../../db/schema/payments.ts'
import type { Row, Tables } from '../../../db/tables.ts'

export type SubscriptionRow = Row<'subscriptions'>
/** What a write stores; the MAC and the revision are added. */
export type NewSubscription = Omit<Insertable<Tables['subscriptions']>, 'id' | 'mac' | 'revision'>

type Reading = Pick<Context, 'db' | 'secrets'>

/** Authenticates whose a subscription is and what it pays for. */
export const subscriptionMac = subscriptions.mac

const checked = ({ secrets }: Pick<Context, 'secrets'>, rows: readonly SubscriptionRow[]) => {
  for (const row of rows) subscriptionMac.check(secrets, row)
  return rows
}

/** The subscriptions of an account, oldest first. */
export const listSubscriptions = async (ctx: Reading, userId: number): Promise<readonly SubscriptionRow[]> =>
  checked(
    ctx,
    await ctx.db
      .selectFrom('subscriptions')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
  )

export async function findSubscription(
  ctx: Reading,
  provider: ProviderId,
  providerId: string,
): Promise<SubscriptionRow | undefined> {
  const rows = await ctx.db
    .selectFrom('subscriptions')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_id', '=', providerId)
    .execute()
  return checked(ctx, rows)[0]
}

/** The subscriptions of a provider's customer: a refund or a dispute names no subscription. */
export const listSubscriptionsOfCustomer = async (
  ctx: Reading,
  provider: ProviderId,
  customerId: string,
): Promise<readonly SubscriptionRow[]> =>
  checked(
    ctx,
    await ctx.db
      .selectFrom('subscriptions')
      .selectAll()
      .where('provider', '=', provider)
      .where('customer_id', '=', customerId)
      .execute(),
  )

/** So many rows are read and checked without a turn for others. */
const pageLength = 500

/** Those that providers may still change: all that have not ended, and those that ended lately. */
export async function listChangeable(ctx: Reading, endedAfter: number): Promise<readonly SubscriptionRow[]> {
  const rows: SubscriptionRow[] = []
  for (let after = 0; ; ) {
    const page = await ctx.db
      .selectFrom('subscriptions')
      .selectAll()
      .where('id', '>', after)
      .where((where) => where.or([where('status', '!=', 'ended'), where('ended_at', '>', endedAfter)]))
      .orderBy('id')
      .limit(pageLength)
      .execute()
    rows.push(...checked(ctx, page))
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
  { db, secrets }: Within<'secrets'>,
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

/** Remembers why its customer canceled a subscription. No MAC covers the reason. */
export const setCancelReason = async (
  { db }: Pick<Context, 'db'>,
  id: number,
  cancel_reason: NonNullable<SubscriptionRow['cancel_reason']>,
): Promise<void> => {
  await db.updateTable('subscriptions').set({ cancel_reason }).where('id', '=', id).execute()
}

/** Deletes what ended before a time. Invoices and dunning have the same age. */
export const deleteEndedBefore = async ({ db }: Within, time: number): Promise<number> => {
  const { numDeletedRows } = await db
    .deleteFrom('subscriptions')
    .where('status', '=', 'ended')
    .where('ended_at', '<', time)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Whether an account with this subscription has to end it before it can start another one. */
export const isLive = ({ status }: Pick<SubscriptionRow, 'status'>): boolean =>
  isEntitled(status) || status === 'paused'

export async function findSubscriptionById(ctx: Reading, id: number): Promise<SubscriptionRow | undefined> {
  const rows = await ctx.db.selectFrom('subscriptions').selectAll().where('id', '=', id).execute()
  return checked(ctx, rows)[0]
}
