import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { answerSandboxCheckout as endpoint } from '@envhold/contract/sandbox.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { type Inside, inTransaction } from '../../../db/transaction.ts'
import type { Call } from '../../../http/route.ts'
import { addInterval } from '../../../payments/sandbox/sandbox-life.ts'
import {
  closeSandboxCheckout,
  insertSandboxSubscription,
  lockCheckout,
  newSandboxId,
  type SandboxCheckout,
} from '../../../payments/sandbox/sandbox-store.ts'
import { statusOf } from './read-sandbox-checkout.ts'
import { requireSandboxRate } from './sandbox-limit.ts'
import { type DeliverWebhook, sendSandboxWebhook } from './send-sandbox-webhook.ts'

const closed = () => new AppError('CONFLICT', { message: 'This checkout is no longer open.' })
const testModeOff = () => new AppError('CONFLICT', { message: 'The sandbox can only be used in test mode.' })

/**
 * Plays the customer's answer. A declined card leaves the checkout open, and so does a customer who goes back.
 * @throws AppError NOT_FOUND, CONFLICT, RATE_LIMITED
 */
export async function answerSandboxCheckout(
  ctx: Context,
  deliver: DeliverWebhook,
  { caller: { userId }, params: { id }, body: { answer } }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  await requireSandboxRate(ctx, userId)
  const { testMode } = await ctx.payments.readChoice()
  const { checkout, subscriptionId } = await inTransaction(ctx, async (tx) => {
    const locked = await lockCheckout(tx, id)
    if (locked?.user_id !== userId) throw new AppError('NOT_FOUND')
    if (statusOf(locked, tx.clock()) !== 'open') throw closed()
    if (answer !== 'pay') return { checkout: locked, subscriptionId: undefined }
    if (!testMode) throw testModeOff()
    return { checkout: locked, subscriptionId: await pay(tx, locked) }
  })
  if (answer === 'decline') return { declined: true, url: `${ctx.config.publicUrl}/checkout/sandbox/${id}` }
  if (subscriptionId === undefined) return { declined: false, url: checkout.cancel_url }
  await sendSandboxWebhook(ctx, deliver, {
    type: 'subscription.active',
    data: { about: 'subscription', subscription_id: subscriptionId, checkout_id: checkout.checkout_id },
  })
  return { declined: false, url: checkout.success_url }
}

async function pay(tx: Inside<Pick<Context, 'db' | 'clock'>>, checkout: SandboxCheckout): Promise<string> {
  const now = tx.clock()
  const id = newSandboxId()
  await insertSandboxSubscription(tx, {
    id,
    user_id: checkout.user_id,
    checkout_id: checkout.checkout_id,
    price_ref: checkout.price_ref,
    billing_interval: checkout.billing_interval,
    total: checkout.total,
    status: 'active',
    period_start: now,
    period_end: addInterval(now, checkout.billing_interval),
    cancel_at: null,
    ended_at: null,
    return_url: checkout.cancel_url,
  })
  await closeSandboxCheckout(tx, checkout.id, { subscription_id: id })
  return id
}
