import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { readSandboxPortal as endpoint } from '@envhold/contract/sandbox.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { wireTime, wireTimeOrNull } from '../../../http/wire-time.ts'
import { actionsOf } from '../../../payments/sandbox/sandbox-life.ts'
import { findSandboxSubscription, hasPaidInvoice } from '../../../payments/sandbox/sandbox-store.ts'
import { readSandboxSubscription } from '../../../payments/sandbox/sandbox-subscription.ts'
import { planOfSandboxPrice } from './plan-of-sandbox-price.ts'

/** @throws AppError NOT_FOUND unless the subscription is the account's own */
export async function requireOwnSandboxSubscription(
  ctx: Pick<Context, 'db'>,
  userId: number,
  id: string,
): Promise<void> {
  if ((await findSandboxSubscription(ctx, id))?.user_id !== userId) throw new AppError('NOT_FOUND')
}

/** The portal of the account's own subscription. @throws AppError NOT_FOUND */
export async function readSandboxPortal(
  ctx: Pick<Context, 'db' | 'engine' | 'secrets' | 'clock' | 'payments'>,
  userId: number,
  id: string,
): Promise<OutputOf<typeof endpoint>> {
  await requireOwnSandboxSubscription(ctx, userId, id)
  const { testMode } = await ctx.payments.readChoice()
  const subscription = await readSandboxSubscription(ctx, id, testMode)
  if (!subscription) throw new AppError('NOT_FOUND')
  const hasPaid = await hasPaidInvoice(ctx, id)
  return {
    status: subscription.status,
    plan_display_name: await planOfSandboxPrice(ctx, subscription.price_ref),
    billing_interval: subscription.billing_interval,
    current_period_end: wireTime(subscription.period_end),
    cancel_at: wireTimeOrNull(subscription.cancel_at),
    actions: [...actionsOf(subscription, { testMode, hasPaid })],
    return_url: subscription.return_url,
  }
}
