import type { Context, Within } from '../../../context.ts'
import { checkouts } from '../../../db/schema/payments.ts'
import type { Row } from '../../../db/tables.ts'

export type CheckoutRow = Row<'checkouts'>

type Reading = Pick<Context, 'db' | 'secrets'>

/** Authenticates who pays for what. The provider's session id is no more than a name. */
export const checkoutMac = checkouts.mac

export async function insertCheckout(
  { db, secrets }: Within<'secrets'>,
  given: Omit<CheckoutRow, 'mac' | 'session_id' | 'subscription_id' | 'closed_at'>,
): Promise<CheckoutRow> {
  const row = { ...given, session_id: null, subscription_id: null, closed_at: null }
  const mac = checkoutMac.of(secrets, row)
  await db
    .insertInto('checkouts')
    .values({ ...row, mac })
    .execute()
  return { ...row, mac }
}

export async function findCheckout({ db, secrets }: Reading, id: string): Promise<CheckoutRow | undefined> {
  const row = await db.selectFrom('checkouts').selectAll().where('id', '=', id).executeTakeFirst()
  if (row) checkoutMac.check(secrets, row)
  return row
}

/** Remembers the provider's name of a checkout. */
export const setSession = async (
  { db }: Pick<Context, 'db'>,
  id: string,
  session_id: string,
): Promise<void> => {
  await db.updateTable('checkouts').set({ session_id }).where('id', '=', id).execute()
}

/** Binds a checkout to the subscription that it led to. Only one subscription can win. */
export async function bindCheckout(
  { db, secrets, clock }: Within<'secrets' | 'clock'>,
  checkout: CheckoutRow,
  subscriptionId: number,
): Promise<boolean> {
  const bound = { ...checkout, subscription_id: subscriptionId }
  const { numUpdatedRows } = await db
    .updateTable('checkouts')
    .set({ subscription_id: subscriptionId, closed_at: clock(), mac: checkoutMac.of(secrets, bound) })
    .where('id', '=', checkout.id)
    .where('subscription_id', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Marks a checkout as given up. If it is paid all the same, it still binds its subscription. */
export const closeCheckout = async (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  id: string,
): Promise<void> => {
  await db
    .updateTable('checkouts')
    .set({ closed_at: clock() })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .execute()
}

/** The open checkouts of an account, or of everybody that were made before a time. */
export async function listOpenCheckouts(
  { db, secrets }: Reading,
  of: { readonly userId: number } | { readonly createdBefore: number },
): Promise<readonly CheckoutRow[]> {
  const rows = await db
    .selectFrom('checkouts')
    .selectAll()
    .where('closed_at', 'is', null)
    .where(
      'userId' in of ? 'user_id' : 'created_at',
      'userId' in of ? '=' : '<',
      'userId' in of ? of.userId : of.createdBefore,
    )
    .orderBy('created_at')
    .limit(1_000)
    .execute()
  for (const row of rows) checkoutMac.check(secrets, row)
  return rows
}

export const deleteCheckoutsBefore = async ({ db }: Within, time: number): Promise<number> => {
  const { numDeletedRows } = await db.deleteFrom('checkouts').where('closed_at', '<', time).executeTakeFirst()
  return Number(numDeletedRows)
}
