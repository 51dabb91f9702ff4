import type { Context } from '../../../context.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import type { Invoice, PaymentProvider } from '../../../payments/provider.ts'
import { type Tx, transact } from '../../audit-log/tx.ts'
import { planDisplayName } from '../../plans/plan-store.ts'
import { findUser } from '../../users/user-store.ts'
import { type InvoiceRow, listStoredInvoices, saveInvoice } from './invoice-store.ts'
import type { SubscriptionRow } from './subscription-store.ts'

const isPaid = ({ status }: Pick<Invoice, 'status'>) =>
  ['paid', 'refunded', 'partially_refunded'].includes(status)

const isSame = (stored: InvoiceRow | undefined, { id: _, ...stated }: Invoice) =>
  stored !== undefined &&
  stored.number === stated.number &&
  stored.status === stated.status &&
  stored.total === stated.total &&
  stored.tax === stated.tax &&
  stored.refunded === stated.refunded

/** Stores a subscription's invoices as the provider states them; those that are paid now are mailed as receipts. */
export async function syncInvoices(
  ctx: Context,
  provider: PaymentProvider,
  subscription: SubscriptionRow,
): Promise<void> {
  const stated = await provider.listInvoices({
    id: subscription.provider_id,
    customerId: subscription.customer_id,
  })
  const ids = stated.map(({ id }) => id)
  const stored = new Map(
    (await listStoredInvoices(ctx, provider.id, ids)).map((row) => [row.provider_id, row]),
  )
  const changed = stated.filter((invoice) => !isSame(stored.get(invoice.id), invoice))
  if (changed.length === 0) return
  const userId = subscription.user_id
  await transact(ctx, { userId, origin: null }, async (tx) => {
    await tx.lock([userId])
    for (const invoice of changed) await storeInvoice(tx, subscription, invoice)
  })
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
  if (invoice.status === 'paid' && !(before && isPaid(before)) && invoice.total > 0)
    await queueMail(tx, 'paymentReceipt', {
      to: account.email,
      variables: {
        plan,
        total: invoice.total,
        currency: invoice.currency,
        paid: createdAt,
        until: subscription.period_end ?? createdAt,
      },
    })
  if (invoice.refunded > (before?.refunded ?? 0))
    tx.record({
      type: 'payment_refunded',
      severity: 'medium',
      description: `A payment for the ${plan} subscription was refunded`,
    })
}
