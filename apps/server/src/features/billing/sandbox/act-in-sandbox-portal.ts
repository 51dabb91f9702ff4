import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { actInSandboxPortal as endpoint, SandboxAction } from '@envhold/contract/sandbox.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { actOnSandbox } from '../../../payments/sandbox/sandbox-subscription.ts'
import { readSandboxPortal, requireOwnSandboxSubscription } from './read-sandbox-portal.ts'
import { requireSandboxRate } from './sandbox-limit.ts'
import { type DeliverWebhook, sendSandboxWebhook } from './send-sandbox-webhook.ts'

/** What the sandbox calls each event that it sends. */
const events: Record<SandboxAction, { readonly type: string; readonly about: 'subscription' | 'invoice' }> = {
  cancel: { type: 'subscription.canceled', about: 'subscription' },
  resume: { type: 'subscription.resumed', about: 'subscription' },
  renew: { type: 'subscription.renewed', about: 'subscription' },
  fail_renewal: { type: 'invoice.payment_failed', about: 'invoice' },
  pay: { type: 'invoice.paid', about: 'invoice' },
  end: { type: 'subscription.ended', about: 'subscription' },
  refund: { type: 'invoice.refunded', about: 'invoice' },
}

/**
 * Plays something that happens to a subscription, and sends the webhook about it.
 * @throws AppError NOT_FOUND, CONFLICT for an action that makes no sense now, RATE_LIMITED
 */
export async function actInSandboxPortal(
  ctx: Context,
  deliver: DeliverWebhook,
  { caller: { userId }, params: { id }, body: { action } }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  await requireSandboxRate(ctx, userId)
  await requireOwnSandboxSubscription(ctx, userId, id)
  const { testMode } = await ctx.payments.readChoice()
  const acted = await actOnSandbox(ctx, { id, action, testMode })
  if (acted === 'not_found') throw new AppError('NOT_FOUND')
  if (acted === 'makes_no_sense')
    throw new AppError('CONFLICT', { message: 'The subscription is not in a state that allows this.' })
  const { type, about } = events[action]
  await sendSandboxWebhook(ctx, deliver, { type, data: { about, subscription_id: id } })
  return await readSandboxPortal(ctx, userId, id)
}
