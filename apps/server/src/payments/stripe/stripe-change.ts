import { PaymentError } from '../payment-error.ts'
import type { Cancellation } from '../provider.ts'
import { cancellationFeedback } from '../translation/cancellation-feedback.ts'
import { isProviderId } from '../translation/provider-id.ts'
import { asProviderRequest } from '../translation/request-error.ts'
import { orPaymentError, type StripeClient } from './stripe-client.ts'
import {
  findStripeSubscription,
  parseStripeSubscription,
  type StripeSubscription,
} from './stripe-subscription.ts'

/** @throws PaymentError rejected, if stripe knows no such subscription */
export async function requireStripeSubscription(
  client: StripeClient,
  id: string,
): Promise<StripeSubscription> {
  const found = await findStripeSubscription(client, id)
  if (!found) throw new PaymentError('rejected', 'stripe', 404)
  return found
}

type Change = Parameters<StripeClient['subscriptions']['update']>[1]

/** The SDK takes an answer for a success if it has no field `error`, so each answer is read. */
async function change(client: StripeClient, id: string, fields: Change): Promise<void> {
  parseStripeSubscription(await asProviderRequest(orPaymentError(client.subscriptions.update(id, fields))))
}

export async function cancelAtStripePeriodEnd(
  client: StripeClient,
  id: string,
  { reason, comment }: Cancellation,
): Promise<void> {
  const { status, cancelAt } = await requireStripeSubscription(client, id)
  if (status === 'ended' || cancelAt !== null) return
  await change(client, id, {
    cancel_at_period_end: true,
    cancellation_details: { feedback: cancellationFeedback[reason], ...(comment && { comment }) },
  })
}

/** Clears only the fields that are set: stripe rejects both fields of a cancellation in one request. */
export async function resumeAtStripe(client: StripeClient, id: string): Promise<void> {
  const { status, cancelAt, endsBy, pausedBy } = await requireStripeSubscription(client, id)
  if (status === 'ended' || status === 'pending') throw new PaymentError('rejected', 'stripe')
  if (cancelAt !== null)
    await change(client, id, endsBy === 'cancel_at' ? { cancel_at: '' } : { cancel_at_period_end: false })
  if (pausedBy === 'pause_collection') await change(client, id, { pause_collection: '' })
  if (pausedBy === 'status')
    parseStripeSubscription(await asProviderRequest(orPaymentError(client.subscriptions.resume(id))))
}

/** Stripe answers 404 for what has ended already, as for what it does not know. */
export async function cancelNowAtStripe(client: StripeClient, id: string): Promise<void> {
  if (!isProviderId(id)) throw new PaymentError('rejected', 'stripe', 404)
  try {
    parseStripeSubscription(
      await asProviderRequest(orPaymentError(client.subscriptions.cancel(id, { prorate: false }))),
    )
  } catch (error) {
    if (!(error instanceof PaymentError) || error.failure !== 'rejected') throw error
    if ((await findStripeSubscription(client, id))?.status !== 'ended') throw error
  }
}
