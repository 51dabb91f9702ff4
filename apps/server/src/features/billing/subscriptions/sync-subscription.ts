import type { ProviderId } from '@envhold/contract/billing/payments.ts'
import type { Context } from '../../../context.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import { PaymentError } from '../../../payments/payment-error.ts'
import type { Invoice, PaymentProvider } from '../../../payments/provider.ts'
import { type Tx, transact } from '../../audit-log/tx.ts'
import { planDisplayName } from '../../plans/plan-store.ts'
import { findUser } from '../../users/user-store.ts'
import { type Applied, applySubscription } from './apply-subscription.ts'
import {
  findSubscription,
  type InvoiceRow,
  listStoredInvoices,
  type SubscriptionRow,
  saveInvoice,
} from './subscription-store.ts'

/** Descriptions that are outdated by the time they are stored, before the work is left for later. */
const maxAttempts = 5

export type Synced = Exclude<Applied, 'outdated'> | 'gone'

/**
 * Asks a provider for a subscription and its invoices, and stores what it answers. A description that another one
 * overtook is requested again, so that the stored one is never older than the last request.
 * @param checkoutId what a webhook named, for a provider whose subscriptions do not name their checkout
 * @returns `gone` if the provider knows no such subscription; nothing is stored then
 * @throws PaymentError
 */
export async function syncSubscription(
  ctx: Context,
  provider: PaymentProvider,
  providerId: string,
  checkoutId: string | null = null,
): Promise<Synced> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const revision = (await findSubscription(ctx, provider.id, providerId))?.revision ?? 0
    const subscription = await provider.getSubscription(providerId)
    if (!subscription) return 'gone'
    const described = { ...subscription, checkoutId: subscription.checkoutId ?? checkoutId }
    const applied = await applySubscription(ctx, { provider: provider.id, described, revision })
    if (applied === 'outdated') continue
    const stored = await findSubscription(ctx, provider.id, providerId)
    if (applied === 'applied' && stored) await syncInvoices(ctx, provider, stored)
    return applied
  }
  throw new PaymentError('unavailable', provider.id)
}

/** A provider as it is configured now. @throws PaymentError if it is not */
export async function requireProvider(
  { payments }: Pick<Context, 'payments'>,
  id: ProviderId,
): Promise<PaymentProvider> {
  const provider = await payments.find(id)
  if (!provider) throw new PaymentError('misconfigured', id)
  return provider
}

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
async function syncInvoices(
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
