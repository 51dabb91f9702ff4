import { retention } from '@envhold/contract/archive/archive.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/transaction.ts'
import { daysMs, periodMs, type RetentionRule } from '../../jobs/retention-rule.ts'
import type { Sweep } from '../../jobs/sweeper.ts'
import { paymentSweeps } from '../../payments/settings/payment-settings.ts'
import { findUser } from '../users/user-store.ts'
import { forEachAtProvider } from './at-provider.ts'
import { deleteCheckoutsBefore } from './checkout/checkout-store.ts'
import { sweepDunning } from './dunning/sweep-dunning.ts'
import { reconcile } from './reconcile/reconcile.ts'
import { sweepRenewalReminders } from './reminders/renewal-reminders.ts'
import {
  deleteEndedBefore,
  deleteInvoicesBefore,
  isLive,
  listChangeable,
} from './subscriptions/subscription-store.ts'
import { requireProvider, syncSubscription } from './subscriptions/sync-subscription.ts'
import { deleteEventsBefore } from './webhooks/webhook-event-store.ts'

/** What one node does every hour about subscriptions and payments. */
export const billingSweeps = (ctx: Context): Sweep[] => [
  // What providers say is true at any time: after an outage nobody waits a day for what was paid meanwhile.
  { name: 'subscriptions', run: () => reconcile(ctx), deletesNothing: true, retention: [] },
  { name: 'failed-payments', run: () => sweepDunning(ctx), retention: [] },
  { name: 'renewal-reminders', run: () => sweepRenewalReminders(ctx), deletesNothing: true, retention: [] },
  // Cancels them; their rows are billing records.
  { name: 'subscriptions-of-deleted-accounts', run: () => sweepDeletedAccounts(ctx), retention: [] },
  { name: 'billing-records', run: () => sweepBillingRecords(ctx), retention: billingRetention },
  ...paymentSweeps(ctx),
]

/** As long as tax law asks for: the terms say so. */
const billingMs = periodMs({ years: retention.billingYears })
/** Longer than any provider delivers an event again. */
const eventDays = 90
const eventsMs = daysMs(eventDays)

const billingRetention: readonly RetentionRule[] = [
  { what: 'Invoices', period: { years: retention.billingYears }, after: 'the invoice' },
  { what: 'Subscriptions', period: { years: retention.billingYears }, after: 'they end' },
  { what: 'Checkouts', period: { days: eventDays }, after: 'they are closed' },
  { what: 'Notifications of payment providers', period: { days: eventDays }, after: 'they arrive' },
]

/** Deletes what is no longer needed: invoices and ended subscriptions after seven years, events after 90 days. */
const sweepBillingRecords = (ctx: Context): Promise<number> =>
  inTransaction(ctx, async (tx) => {
    const now = ctx.clock()
    const deleted = [
      await deleteInvoicesBefore(tx, now - billingMs),
      await deleteEndedBefore(tx, now - billingMs),
      await deleteCheckoutsBefore(tx, now - eventsMs),
      await deleteEventsBefore(tx, now - eventsMs),
    ]
    return deleted.reduce((sum, count) => sum + count, 0)
  })

/**
 * Cancels the subscriptions of deleted accounts: at the end of the period while the account can be restored, at once
 * after that. Nobody is charged for an account that is gone.
 */
async function sweepDeletedAccounts(ctx: Context): Promise<number> {
  const live = (await listChangeable(ctx, Number.MAX_SAFE_INTEGER)).filter(isLive)
  let canceled = 0
  await forEachAtProvider(ctx, live, async (row) => {
    const account = await findUser(ctx, row.user_id)
    if (account && (account.deleted_at === null || row.cancel_at !== null)) return
    const provider = await requireProvider(ctx, row.provider)
    if (row.cancel_at !== null && provider.cannotEndNow) return
    if (account) await provider.cancelAtPeriodEnd(row.provider_id, { reason: 'user_requested', comment: '' })
    else await provider.cancelNow(row.provider_id)
    await syncSubscription(ctx, provider, row.provider_id)
    canceled++
  })
  return canceled
}
