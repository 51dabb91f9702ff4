import type { Context } from '../../context.ts'
import type { Sweep } from '../../jobs/sweeper.ts'
import { paymentSweeps } from '../../payments/settings/payment-sweeps.ts'
import { sweepDunning } from './dunning/sweep-dunning.ts'
import { reconcile } from './reconcile/reconcile.ts'
import { billingRetention, sweepBillingRecords, sweepDeletedAccounts } from './reconcile/sweep-billing.ts'

/** What one node does every hour about subscriptions and payments. */
export const billingSweeps = (ctx: Context): Sweep[] => [
  // What providers say is true at any time: after an outage nobody waits a day for what was paid meanwhile.
  { name: 'subscriptions', run: () => reconcile(ctx), deletesNothing: true, retention: [] },
  { name: 'failed-payments', run: () => sweepDunning(ctx), retention: [] },
  // Cancels them; their rows are billing records.
  { name: 'subscriptions-of-deleted-accounts', run: () => sweepDeletedAccounts(ctx), retention: [] },
  { name: 'billing-records', run: () => sweepBillingRecords(ctx), retention: billingRetention },
  ...paymentSweeps(ctx),
]
