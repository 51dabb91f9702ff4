/** Changes of plan. stripe calculates the difference to the second, and says before what it charges. */
import { z } from 'zod'
import { PaymentError } from '../payment-error.ts'
import type { PlanChange, PlanChangePreview } from '../provider.ts'
import { addInterval } from '../sandbox/sandbox-life.ts'
import { currency, minorUnits } from '../translation.ts'
import { orActError, orPaymentError, type StripeClient } from './stripe-client.ts'
import { parseStripeSubscription, requireStripeSubscription } from './stripe-subscription.ts'

const previewAnswer = z.object({ total: minorUnits, amount_due: minorUnits, currency })
const priceAnswer = z.object({ unit_amount: minorUnits.nullable(), currency })

const seconds = (time: number) => Math.floor(time / 1_000)

/** The same for the preview and the change: an invoice of the difference, as of one time. */
const differenceOf = (itemId: string, { priceRef, at }: PlanChange) => ({
  items: [{ id: itemId, price: priceRef }],
  proration_behavior: 'always_invoice' as const,
  proration_date: seconds(at),
})

export async function previewStripeChange(
  client: StripeClient,
  id: string,
  change: PlanChange,
): Promise<PlanChangePreview> {
  const { itemId, customerId, interval, periodEnd } = await requireStripeSubscription(client, id)
  const [invoice, price] = await Promise.all([
    orActError(
      client.invoices.createPreview({
        customer: customerId ?? '',
        subscription: id,
        subscription_details: differenceOf(itemId, change),
      }),
    ),
    orPaymentError(client.prices.retrieve(change.priceRef)),
  ])
  const { total, amount_due, currency: code } = previewAnswer.parse(invoice)
  const { unit_amount } = priceAnswer.parse(price)
  return {
    starts: 'now',
    // A credit that the customer has is used first, and a negative difference becomes one.
    dueNow: total < 0 ? total : amount_due,
    nextAmount: unit_amount,
    nextAt: interval === change.interval ? periodEnd : addInterval(change.at, change.interval),
    currency: code,
  }
}

export async function setStripeRenewalPrice(
  client: StripeClient,
  id: string,
  { priceRef }: Pick<PlanChange, 'priceRef'>,
): Promise<void> {
  const { status, itemId, priceRef: current } = await requireStripeSubscription(client, id)
  if (current === priceRef || status === 'ended') return
  const params = { items: [{ id: itemId, price: priceRef }], proration_behavior: 'none' as const }
  parseStripeSubscription(await orActError(client.subscriptions.update(id, params)))
}

/** A payment that fails changes nothing. One preview is confirmed once: its time is part of the key. */
export async function changeStripePlan(client: StripeClient, id: string, change: PlanChange): Promise<void> {
  const { status, itemId, priceRef } = await requireStripeSubscription(client, id)
  if (priceRef === change.priceRef) return
  if (status === 'ended') throw new PaymentError('rejected', 'stripe')
  const idempotencyKey = `${id}-${itemId}-${seconds(change.at)}-${change.priceRef}`.slice(0, 255)
  const params = { ...differenceOf(itemId, change), payment_behavior: 'error_if_incomplete' as const }
  parseStripeSubscription(await orActError(client.subscriptions.update(id, params, { idempotencyKey })))
}
