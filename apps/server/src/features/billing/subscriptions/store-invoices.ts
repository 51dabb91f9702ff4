import { queueMail } from '../../../mail/queue-mail.ts'
import type { Invoice } from '../../../payments/provider.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { planDisplayName } from '../../plans/plan-store.ts'
import { findUser } from '../../users/user-store.ts'
import {
  type InvoiceRow,
  listStoredInvoices,
  type SubscriptionRow,
  saveInvoice,
} from './subscription-store.ts'

const isPaid = ({ status }: Pick<Invoice, 'status'>) =>
  ['paid', 'refunded', 'partially_refunded'].includes(status)

const isSameInvoice = (stored: InvoiceRow | undefined, { id: _, ...stated }: Invoice): boolean =>
  stored !== undefined &&
  stored.number === stated.number &&
  stored.status === stated.status &&
  stored.total === stated.total &&
  stored.tax === stated.tax &&
  stored.refunded === stated.refunded

/** Stores invoices as the provider states them. What is paid now is mailed as a receipt, and so is each refund. */
export async function storeInvoices(
  tx: Tx,
  subscription: SubscriptionRow,
  invoices: readonly Invoice[],
): Promise<void> {
  const ids = invoices.map(({ id }) => id)
  const stored = await listStoredInvoices(tx, subscription.provider, ids)
  const before = new Map(stored.map((row) => [row.provider_id, row]))
  for (const invoice of invoices)
    if (!isSameInvoice(before.get(invoice.id), invoice)) await storeInvoice(tx, subscription, invoice)
}

async function storeInvoice(tx: Tx, subscription: SubscriptionRow, { id, createdAt, ...invoice }: Invoice) {
  const { provider, user_id } = subscription
  const before = await saveInvoice(tx, {
    ...invoice,
    provider,
    provider_id: id,
    subscription_id: subscription.id,
    user_id,
    created_at: createdAt,
  })
  const account = await findUser(tx, user_id)
  if (!account) return
  const plan = await planDisplayName(tx, subscription.plan)
  const { total, currency } = invoice
  if (invoice.status === 'paid' && !(before && isPaid(before)) && total > 0)
    await queueMail(tx, 'paymentReceipt', {
      to: account.email,
      variables: {
        plan,
        total,
        tax: invoice.tax,
        currency,
        paid: createdAt,
        until: subscription.period_end ?? createdAt,
      },
    })
  const refunded = invoice.refunded - (before?.refunded ?? 0)
  if (refunded <= 0) return
  tx.record({
    type: 'payment_refunded',
    description: `A payment for the ${plan} subscription was refunded`,
  })
  await queueMail(tx, 'paymentRefunded', {
    to: account.email,
    variables: { plan, refunded, total, currency, invoice: invoice.number ? [invoice.number] : [] },
  })
}
