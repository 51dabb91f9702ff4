import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { isEntitled } from '@envhold/contract/payments.ts'
import type { resumeSubscription as endpoint } from '@envhold/contract/subscription.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { atProvider } from '../unavailable.ts'
import { changesAnHour } from './changes-an-hour.ts'
import { requireOwnSubscription } from './own-subscription.ts'
import { viewOf } from './subscription-view.ts'
import { requireProvider, syncSubscription } from './sync-subscription.ts'

/** Takes a cancellation back. @throws AppError NOT_FOUND, CONFLICT if it has ended, RATE_LIMITED, UNAVAILABLE */
export async function resumeSubscription(
  ctx: Context,
  { caller: { userId }, body }: Pick<Call<typeof endpoint>, 'caller' | 'body'>,
): Promise<OutputOf<typeof endpoint>> {
  const row = await requireOwnSubscription(ctx, userId, body.subscriptionId)
  if (!isEntitled(row.status) && row.status !== 'paused')
    throw new AppError('CONFLICT', { message: 'This subscription has ended. Start a new one instead.' })
  await changesAnHour(ctx, userId)
  await atProvider(ctx, async () => {
    const provider = await requireProvider(ctx, row.provider)
    await provider.resume(row.provider_id)
    await syncSubscription(ctx, provider, row.provider_id)
  })
  const subscription = await viewOf(ctx, await requireOwnSubscription(ctx, userId, row.id))
  return { message: 'Your subscription goes on.', subscription }
}
