import type { Context } from '../../../context.ts'
import { PaymentError } from '../../../payments/payment-error.ts'
import { transact } from '../../audit-log/tx.ts'
import { findUser } from '../../users/user-store.ts'
import { forEachAtProvider } from '../at-provider.ts'
import { findSubscriptionById, type SubscriptionRow } from '../subscriptions/subscription-store.ts'
import { requireProvider, syncSubscription } from '../subscriptions/sync-subscription.ts'
import { advanceDunning, type DunningRow, endDunning, listDueDunning } from './dunning-store.ts'
import { mailFailedPayment } from './mail-failed-payment.ts'
import { nextStepAt, triesLeft } from './schedule.ts'

/**
 * Handles failed payments that are due: asks the provider first, tries the payment again where the provider can, and
 * mails the customer. After the last try the subscription is canceled at the provider; ours ends when it says so.
 * @returns how many were due
 */
export async function sweepDunning(ctx: Context): Promise<number> {
  const due = await listDueDunning(ctx, ctx.clock())
  await forEachAtProvider(ctx, due, (row) => handle(ctx, row))
  return due.length
}

async function handle(ctx: Context, dunning: DunningRow): Promise<void> {
  const before = await findSubscriptionById(ctx, dunning.subscription_id)
  if (!before) return
  const provider = await requireProvider(ctx, before.provider)
  await syncSubscription(ctx, provider, before.provider_id)
  const subscription = await findSubscriptionById(ctx, before.id)
  if (subscription?.status !== 'past_due') return
  if (triesLeft(dunning) === 0) {
    await provider.cancelNow(subscription.provider_id)
    await endDunning(ctx, subscription.id, 'exhausted')
    await syncSubscription(ctx, provider, subscription.provider_id)
    return
  }
  const { provider_id: id, customer_id: customerId } = subscription
  // A payment that is refused again is no failure of the provider: the next description says so.
  await provider.retryPayment?.({ id, customerId }).catch((error: unknown) => {
    if (!(error instanceof PaymentError) || error.failure === 'unavailable') throw error
  })
  await syncSubscription(ctx, provider, id)
  const after = await findSubscriptionById(ctx, subscription.id)
  if (after?.status === 'past_due') await mailTry(ctx, after, dunning)
}

/** Advances and mails in one transaction, so that one node of several mails once. */
const mailTry = (ctx: Context, subscription: SubscriptionRow, dunning: DunningRow): Promise<void> =>
  transact(ctx, { userId: subscription.user_id, origin: null }, async (tx) => {
    const tries = dunning.tries + 1
    const next_at = nextStepAt({ failed_at: dunning.failed_at, tries }, tx.clock())
    if (!(await advanceDunning(tx, dunning, { tries, next_at }))) return
    const account = await findUser(tx, subscription.user_id)
    if (account) await mailFailedPayment(tx, account.email, subscription)
  })
