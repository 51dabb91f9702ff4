import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { cancelSubscription as endpoint } from '@envhold/contract/subscription.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { atProvider } from '../unavailable.ts'
import { changesAnHour } from './changes-an-hour.ts'
import { requireOwnSubscription } from './own-subscription.ts'
import { isLive, setCancelReason } from './subscription-store.ts'
import { viewOf } from './subscription-view.ts'
import { requireProvider, syncSubscription } from './sync-subscription.ts'

const atPeriodEndMessage =
  'Subscription canceled successfully. It will remain active until the end of your current billing period.'

/**
 * Cancels at the provider first; only its word changes what is stored.
 * @throws AppError NOT_FOUND, CONFLICT if it has ended, RATE_LIMITED, UNAVAILABLE
 */
export async function cancelSubscription(
  ctx: Context,
  { caller: { userId }, body }: Pick<Call<typeof endpoint>, 'caller' | 'body'>,
): Promise<OutputOf<typeof endpoint>> {
  const row = await requireOwnSubscription(ctx, userId, body.subscriptionId)
  if (!isLive(row)) throw new AppError('CONFLICT', { message: 'This subscription has ended already.' })
  await changesAnHour(ctx, userId)
  const { reason, comment = '', atPeriodEnd } = body
  await atProvider(ctx, async () => {
    const provider = await requireProvider(ctx, row.provider)
    if (!atPeriodEnd) await provider.cancelNow(row.provider_id)
    else if (row.cancel_at === null) await provider.cancelAtPeriodEnd(row.provider_id, { reason, comment })
    await syncSubscription(ctx, provider, row.provider_id)
  })
  await setCancelReason(ctx, row.id, reason)
  const subscription = await viewOf(ctx, await requireOwnSubscription(ctx, userId, row.id))
  const message = atPeriodEnd ? atPeriodEndMessage : 'Subscription canceled successfully.'
  return { message, subscription }
}
