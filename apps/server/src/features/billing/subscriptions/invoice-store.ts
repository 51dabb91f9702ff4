import type { ProviderId } from '@envhold/contract/billing/payments.ts'
import type { DbContext, TrxContext } from '../../../context.ts'
import type { Row } from '../../../db/tables.ts'

export type InvoiceRow = Row<'invoices'>

/** The invoices of an account, newest first. */
export const listInvoicesOf = ({ db }: DbContext, userId: number, limit: number): Promise<InvoiceRow[]> =>
  db
    .selectFrom('invoices')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const findInvoice = ({ db }: DbContext, userId: number, id: number): Promise<InvoiceRow | undefined> =>
  db.selectFrom('invoices').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()

/**
 * Writes an invoice as its provider states it.
 * @returns the row as it was before; undefined for a new one
 */
export async function saveInvoice(
  { db }: TrxContext,
  invoice: Omit<InvoiceRow, 'id'>,
): Promise<InvoiceRow | undefined> {
  const before = await db
    .selectFrom('invoices')
    .selectAll()
    .where('provider', '=', invoice.provider)
    .where('provider_id', '=', invoice.provider_id)
    .executeTakeFirst()
  if (before) await db.updateTable('invoices').set(invoice).where('id', '=', before.id).execute()
  else await db.insertInto('invoices').values(invoice).execute()
  return before
}

/** The newest invoices of a subscription, as stored. */
export const listStoredInvoices = (
  { db }: DbContext,
  provider: ProviderId,
  providerIds: readonly string[],
): Promise<InvoiceRow[]> =>
  db
    .selectFrom('invoices')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_id', 'in', [...providerIds, ''])
    .execute()

export const deleteInvoicesBefore = async ({ db }: TrxContext, time: number): Promise<number> => {
  const { numDeletedRows } = await db.deleteFrom('invoices').where('created_at', '<', time).executeTakeFirst()
  return Number(numDeletedRows)
}
