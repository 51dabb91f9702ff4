import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { openCustomerPortal as endpoint } from '@envhold/contract/subscription.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { requireOwnUrl } from '../require-own-url.ts'
import { atProvider } from '../unavailable.ts'
import { changesAnHour } from './changes-an-hour.ts'
import { requireCurrentSubscription } from './own-subscription.ts'
import { requireProvider } from './sync-subscription.ts'

/** @throws AppError VALIDATION_FAILED, NOT_FOUND without a subscription, RATE_LIMITED, UNAVAILABLE */
export async function openCustomerPortal(
  ctx: Context,
  { caller: { userId }, body: { returnUrl } }: Pick<Call<typeof endpoint>, 'caller' | 'body'>,
): Promise<OutputOf<typeof endpoint>> {
  requireOwnUrl(ctx, 'returnUrl', returnUrl)
  const { provider, provider_id: id, customer_id: customerId } = await requireCurrentSubscription(ctx, userId)
  await changesAnHour(ctx, userId)
  const portalUrl = await atProvider(ctx, async () =>
    (await requireProvider(ctx, provider)).portalUrl({ id, customerId }, { accountId: userId, returnUrl }),
  )
  return { portalUrl }
}
