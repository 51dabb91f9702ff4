import type { DbContext, TrxContext } from '../../../context.ts'
import { checkouts } from '../../../db/schema/payments.ts'
import { signedRows } from '../../../db/signed-rows.ts'
import type { Row } from '../../../db/tables.ts'

export type CheckoutRow = Row<'checkouts'>

/** Authenticates who pays for what. The provider's session id is no more than a name. */
export const checkoutMac = checkouts.mac

const stored = signedRows(checkouts)

export const insertCheckout = (
  ctx: TrxContext<'secrets'>,
  checkout: Omit<CheckoutRow, 'mac' | 'session_id' | 'subscription_id' | 'closed_at'>,
): Promise<CheckoutRow> =>
  stored.insert(ctx, { ...checkout, session_id: null, subscription_id: null, closed_at: null })

export const findCheckout = (ctx: DbContext<'secrets'>, id: string) => stored.find(ctx, { id })

/** Remembers the provider's name of a checkout. */
export const setSession = async ({ db }: DbContext, id: string, session_id: string): Promise<void> => {
  await db.updateTable('checkouts').set({ session_id }).where('id', '=', id).execute()
}

/** Binds a checkout to the subscription that it led to. Only one subscription can win. */
export async function bindCheckout(
  ctx: TrxContext<'secrets' | 'clock'>,
  checkout: CheckoutRow,
  subscriptionId: number,
): Promise<boolean> {
  const binding = { subscription_id: subscriptionId, closed_at: ctx.clock() }
  return (await stored.change(ctx, checkout, binding, { subscription_id: null })) !== undefined
}

/** Marks a checkout as given up. If it is paid all the same, it still binds its subscription. */
export const closeCheckout = async ({ db, clock }: DbContext<'clock'>, id: string): Promise<void> => {
  await db
    .updateTable('checkouts')
    .set({ closed_at: clock() })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .execute()
}

/** The open checkouts of an account, or of everybody that were made before a time. */
export const listOpenCheckouts = (
  ctx: DbContext<'secrets'>,
  of: { readonly userId: number } | { readonly createdBefore: number },
): Promise<readonly CheckoutRow[]> =>
  stored.list(
    ctx,
    (is) =>
      is.and([
        is('closed_at', 'is', null),
        'userId' in of ? is('user_id', '=', of.userId) : is('created_at', '<', of.createdBefore),
      ]),
    { orderBy: ['created_at'], limit: 1_000 },
  )

/** Whether a checkout of an account led to a subscription since a time. */
export const hasPaidSince = async (
  { db }: DbContext,
  { userId, time }: { readonly userId: number; readonly time: number },
): Promise<boolean> =>
  (await db
    .selectFrom('checkouts')
    .select('id')
    .where('user_id', '=', userId)
    .where('subscription_id', 'is not', null)
    .where('closed_at', '>=', time)
    .executeTakeFirst()) !== undefined

export const deleteCheckoutsBefore = (ctx: TrxContext, time: number): Promise<number> =>
  stored.remove(ctx, (is) => is('closed_at', '<', time))
