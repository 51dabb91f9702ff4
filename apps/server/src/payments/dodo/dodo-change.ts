import { PaymentError } from '../payment-error.ts'
import type { Cancellation, ProviderSubscription } from '../provider.ts'
import { asAct } from '../translation/act-error.ts'
import { cancellationFeedback } from '../translation/cancellation-feedback.ts'
import { type DodoClient, orPaymentError } from './dodo-client.ts'
import { findDodoSubscription, parseDodoSubscription } from './dodo-subscription.ts'

type Change = Parameters<DodoClient['subscriptions']['update']>[1]

/** @throws PaymentError rejected, if dodo knows no such subscription */
export async function requireDodoSubscription(client: DodoClient, id: string): Promise<ProviderSubscription> {
  const found = await findDodoSubscription(client, id, false)
  if (!found) throw new PaymentError('rejected', 'dodo', 404)
  return found
}

async function change(client: DodoClient, id: string, fields: Change): Promise<void> {
  parseDodoSubscription(await asAct(orPaymentError(client.subscriptions.update(id, fields))), false)
}

export async function cancelAtDodoPeriodEnd(
  client: DodoClient,
  id: string,
  { reason, comment }: Cancellation,
): Promise<void> {
  const { status, cancelAt } = await requireDodoSubscription(client, id)
  if (status === 'ended' || cancelAt !== null) return
  await change(client, id, {
    cancel_at_next_billing_date: true,
    cancel_reason: 'cancelled_by_customer',
    cancellation_feedback: cancellationFeedback[reason],
    ...(comment && { cancellation_comment: comment }),
  })
}

/** dodo accepts a new status only if it is sent alone. */
export async function resumeAtDodo(client: DodoClient, id: string): Promise<void> {
  const { status, cancelAt } = await requireDodoSubscription(client, id)
  if (status === 'ended' || status === 'pending') throw new PaymentError('rejected', 'dodo')
  if (cancelAt !== null) await change(client, id, { cancel_at_next_billing_date: false })
  if (status === 'paused') await change(client, id, { status: 'active' })
}

export async function cancelNowAtDodo(client: DodoClient, id: string): Promise<void> {
  if ((await requireDodoSubscription(client, id)).status === 'ended') return
  await change(client, id, {
    status: 'cancelled',
    cancel_reason: 'cancelled_by_merchant_grace_period_expired',
  })
}
