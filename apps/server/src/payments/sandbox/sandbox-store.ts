import { randomBytes } from 'node:crypto'
import type { DbContext, TrxContext } from '../../context.ts'
import { countAll, deleteRows, updatesRow } from '../../db/affected-rows.ts'
import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/tables.ts'
import type { Change, NewInvoice, SandboxSubscription } from './sandbox-life.ts'

export type SandboxCheckout = Row<'sandbox_checkouts'>
export type SandboxInvoice = Row<'sandbox_invoices'>

/** 128 random bits, in hexadecimal: whoever has none cannot guess one. */
export const newSandboxId = (): string => randomBytes(16).toString('hex')

export async function insertCheckout({ db }: DbContext, checkout: SandboxCheckout): Promise<void> {
  await db.insertInto('sandbox_checkouts').values(checkout).execute()
}

export const findCheckout = ({ db }: { readonly db: Db }, id: string): Promise<SandboxCheckout | undefined> =>
  db.selectFrom('sandbox_checkouts').selectAll().where('id', '=', id).executeTakeFirst()

/** Reads a checkout and locks it until the transaction ends. */
export const lockCheckout = (
  { db, engine }: TrxContext<'engine'>,
  id: string,
): Promise<SandboxCheckout | undefined> => {
  const query = db.selectFrom('sandbox_checkouts').selectAll().where('id', '=', id)
  return (engine === 'postgres' ? query.forUpdate() : query).executeTakeFirst()
}

/** Closes a checkout: with the subscription that it led to, or without one from `now` on. */
export async function closeSandboxCheckout(
  { db }: { readonly db: Db },
  id: string,
  result: { readonly subscription_id: string } | { readonly expires_at: number },
): Promise<void> {
  await db
    .updateTable('sandbox_checkouts')
    .set(result)
    .where('id', '=', id)
    .where('subscription_id', 'is', null)
    .execute()
}

/** Deletes checkouts that led to nothing. @returns how many there were */
export const deleteAbandonedCheckouts = ({ db }: DbContext, before: number): Promise<number> =>
  deleteRows(
    db.deleteFrom('sandbox_checkouts').where('subscription_id', 'is', null).where('expires_at', '<', before),
  )

export const findSandboxSubscription = (
  { db }: { readonly db: Db },
  id: string,
): Promise<SandboxSubscription | undefined> =>
  db.selectFrom('sandbox_subscriptions').selectAll().where('id', '=', id).executeTakeFirst()

/** Reads a subscription and locks it until the transaction ends. */
export const lockSandboxSubscription = (
  { db, engine }: TrxContext<'engine'>,
  id: string,
): Promise<SandboxSubscription | undefined> => {
  const query = db.selectFrom('sandbox_subscriptions').selectAll().where('id', '=', id)
  return (engine === 'postgres' ? query.forUpdate() : query).executeTakeFirst()
}

export async function insertSandboxSubscription(
  { db }: TrxContext,
  subscription: SandboxSubscription,
): Promise<void> {
  await db.insertInto('sandbox_subscriptions').values(subscription).execute()
  const { period_start: createdAt, total } = subscription
  await insertInvoices({ db }, subscription, [{ createdAt, status: 'paid', total }])
}

/** Where the portal's way back leads. @returns false for a subscription that does not exist */
export async function setReturnUrl(
  { db }: { readonly db: Db },
  id: string,
  returnUrl: string,
): Promise<boolean> {
  return await updatesRow(
    db.updateTable('sandbox_subscriptions').set({ return_url: returnUrl }).where('id', '=', id),
  )
}

/** What the next periods of a subscription cost. @returns false for one that does not exist */
export const setSandboxPrice = ({ db }: DbContext, id: string, total: number): Promise<boolean> =>
  updatesRow(db.updateTable('sandbox_subscriptions').set({ total }).where('id', '=', id))

/** Newest first, 100 at most. */
export const listSandboxInvoices = (
  { db }: { readonly db: Db },
  subscriptionId: string,
): Promise<SandboxInvoice[]> =>
  db
    .selectFrom('sandbox_invoices')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .orderBy('created_at', 'desc')
    .orderBy('number', 'desc')
    .limit(100)
    .execute()

/** An invoice, with the account that it belongs to. */
export const findSandboxInvoice = (
  { db }: { readonly db: Db },
  id: string,
): Promise<(SandboxInvoice & { user_id: number }) | undefined> =>
  db
    .selectFrom('sandbox_invoices')
    .innerJoin('sandbox_subscriptions', 'sandbox_subscriptions.id', 'sandbox_invoices.subscription_id')
    .selectAll('sandbox_invoices')
    .select('sandbox_subscriptions.user_id')
    .where('sandbox_invoices.id', '=', id)
    .executeTakeFirst()

const latestPaid = ({ db }: { readonly db: Db }, subscriptionId: string) =>
  db
    .selectFrom('sandbox_invoices')
    .select(['id', 'total'])
    .where('subscription_id', '=', subscriptionId)
    .where('status', '=', 'paid')
    .orderBy('created_at', 'desc')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Whether there is an invoice that can be refunded. */
export const hasPaidInvoice = async (at: { readonly db: Db }, subscriptionId: string): Promise<boolean> =>
  (await latestPaid(at, subscriptionId)) !== undefined

async function insertInvoices(
  { db }: TrxContext,
  { id }: SandboxSubscription,
  invoices: readonly NewInvoice[],
): Promise<void> {
  if (invoices.length === 0) return
  const count = await countAll(db.selectFrom('sandbox_invoices').where('subscription_id', '=', id))
  const rows = invoices.map(({ createdAt, status, total }, index) => ({
    id: newSandboxId(),
    subscription_id: id,
    number: `SANDBOX-${id.slice(0, 6).toUpperCase()}-${String(count + index + 1).padStart(4, '0')}`,
    status,
    total,
    refunded: 0,
    created_at: createdAt,
  }))
  await db.insertInto('sandbox_invoices').values(rows).execute()
}

/** Writes a change, within the transaction that has locked the subscription. */
export async function writeChange(tx: TrxContext, change: Change): Promise<void> {
  const { id, ...columns } = change.subscription
  const { db } = tx
  await db.updateTable('sandbox_subscriptions').set(columns).where('id', '=', id).execute()
  if (change.openInvoice !== undefined)
    await db
      .updateTable('sandbox_invoices')
      .set({ status: change.openInvoice })
      .where('subscription_id', '=', id)
      .where('status', '=', 'open')
      .execute()
  await insertInvoices(tx, change.subscription, change.invoices)
  const refunded = change.isRefunded && (await latestPaid(tx, id))
  if (refunded)
    await db
      .updateTable('sandbox_invoices')
      .set({ status: 'refunded', refunded: refunded.total })
      .where('id', '=', refunded.id)
      .execute()
}
