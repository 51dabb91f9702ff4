import type { Context } from '../../../context.ts'
import { PaymentError } from '../../../payments/payment-error.ts'
import type { PaymentProvider } from '../../../payments/provider.ts'
import { transact } from '../../audit-log/tx.ts'
import { findUser } from '../../users/user-store.ts'
import { forEachAtProvider } from '../at-provider.ts'
import { findSubscriptionById, type SubscriptionRow } from '../subscriptions/subscription-store.ts'
import { endUnpaid, requireProvider, syncSubscription } from '../subscriptions/sync-subscription.ts'
import { advanceDunning, type DunningRow, listDueDunning } from './dunning-store.ts'
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
    await endUnpaid(ctx, provider, subscription, 'exhausted')
    return
  }
  if (!(await countTry(ctx, subscription, dunning))) return
  try {
    await retryPayment(provider, subscription)
    await syncSubscription(ctx, provider, subscription.provider_id)
  } finally {
    await mailTry(ctx, subscription)
  }
}

/**
 * Counts a try before it is made: one node of several makes it, and what was paid by it says so. A subscription that
 * was canceled since is left alone.
 */
const countTry = (ctx: Context, { id, user_id }: SubscriptionRow, dunning: DunningRow): Promise<boolean> =>
  transact(ctx, { userId: user_id, origin: null }, async (tx) => {
    await tx.lock([user_id])
    const current = await findSubscriptionById(tx, id)
    if (current?.status !== 'past_due' || current.cancel_at !== null) return false
    const tries = dunning.tries + 1
    const next_at = nextStepAt({ failed_at: dunning.failed_at, tries }, tx.clock())
    return await advanceDunning(tx, dunning, { tries, next_at })
  })

/** A payment that is refused again is no failure of the provider: the next description says so. */
const retryPayment = async (
  provider: PaymentProvider,
  { provider_id: id, customer_id: customerId }: SubscriptionRow,
): Promise<void> =>
  await provider.retryPayment?.({ id, customerId }).catch((error: unknown) => {
    if (!(error instanceof PaymentError) || error.failure === 'unavailable') throw error
  })

/** Also if the provider did not answer: each try has its mail, and the end follows one. */
const mailTry = (ctx: Context, { id, user_id }: SubscriptionRow): Promise<void> =>
  transact(ctx, { userId: user_id, origin: null }, async (tx) => {
    const account = await findUser(tx, user_id)
    const subscription = await findSubscriptionById(tx, id)
    if (account && subscription?.status === 'past_due')
      await mailFailedPayment(tx, account.email, subscription)
  })
