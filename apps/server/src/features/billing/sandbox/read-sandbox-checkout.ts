import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { readSandboxCheckout as endpoint } from '@envhold/contract/sandbox.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { wireTime } from '../../../http/wire-time.ts'
import { findCheckout, type SandboxCheckout } from '../../../payments/sandbox/sandbox-store.ts'
import { planOfSandboxPrice } from './plan-of-sandbox-price.ts'

export const statusOf = (
  { subscription_id, expires_at }: SandboxCheckout,
  now: number,
): 'open' | 'complete' | 'expired' => {
  if (subscription_id !== null) return 'complete'
  return expires_at > now ? 'open' : 'expired'
}

/** What the account's own checkout is for. @throws AppError NOT_FOUND */
export async function readSandboxCheckout(
  ctx: Pick<Context, 'db' | 'secrets' | 'clock'>,
  userId: number,
  id: string,
): Promise<OutputOf<typeof endpoint>> {
  const checkout = await findCheckout(ctx, id)
  if (checkout?.user_id !== userId) throw new AppError('NOT_FOUND')
  return {
    status: statusOf(checkout, ctx.clock()),
    plan_display_name: await planOfSandboxPrice(ctx, checkout.price_ref),
    billing_interval: checkout.billing_interval,
    total: checkout.total,
    expires_at: wireTime(checkout.expires_at),
  }
}
