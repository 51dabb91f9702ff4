import { z } from 'zod'
import { BadSignatureError } from '../payment-error.ts'
import { type Dispute, maxWebhookAgeSeconds, type WebhookEvent, type WebhookHeaders } from '../provider.ts'
import {
  decodeWebhook,
  eventAbout,
  metadata,
  optionalText,
  readWebhookTime,
  shortText,
} from '../translation.ts'
import { reference } from './stripe-subscription.ts'

export const stripeWebhookHeaders = ['stripe-signature'] as const

/** By the start of an event's type. */
const abouts: readonly (readonly [prefix: string, about: WebhookEvent['about']])[] = [
  ['checkout.session.', 'checkout'],
  ['customer.subscription.', 'subscription'],
  ['invoice.', 'invoice'],
  ['charge.dispute.', 'dispute'],
  ['charge.refund', 'invoice'],
  ['refund.', 'invoice'],
]

/** Every other status waits for the bank. */
const disputeStates: ReadonlyMap<string, Dispute['state']> = new Map([
  ['won', 'won'],
  ['lost', 'lost'],
  ['warning_closed', 'closed'],
  ['prevented', 'closed'],
])

const optionalReference = reference.nullish().catch(undefined)
const eventAnswer = z.object({
  id: shortText,
  type: shortText,
  data: z.object({ object: z.object({}).loose() }),
})
const eventObject = z.object({
  id: optionalReference,
  subscription: optionalReference,
  customer: optionalReference,
  charge: optionalReference,
  status: optionalText,
  metadata: metadata.nullish().catch(undefined),
  parent: z
    .object({
      subscription_details: z.object({ subscription: optionalReference }).nullish().catch(undefined),
    })
    .nullish()
    .catch(undefined),
})

/** The one time of a header such as `t=1795…,v1=…`; the SDK would read the last of several. */
function timeOf(header: string): string {
  const parts = header.split(',').map((part) => part.trimStart())
  const [time, ...others] = parts.filter((part) => part.startsWith('t='))
  if (time === undefined || others.length > 0) throw new BadSignatureError()
  return time.slice(2)
}

/**
 * The SDK compares every signature in the header, because there are two while a secret is rotated.
 * @throws BadSignatureError
 */
export async function readStripeWebhook(
  secret: string,
  clock: () => number,
  rawBody: Uint8Array,
  { 'stripe-signature': header }: WebhookHeaders,
): Promise<WebhookEvent> {
  if (!secret || !header || rawBody.length === 0) throw new BadSignatureError()
  readWebhookTime(timeOf(header), clock)
  const text = decodeWebhook(rawBody)
  const { default: Stripe } = await import('stripe')
  try {
    return translate(
      Stripe.webhooks.constructEvent(text, header, secret, maxWebhookAgeSeconds, undefined, clock()),
    )
  } catch {
    throw new BadSignatureError()
  }
}

const disputeOf = (id: string, status: string | null | undefined): Dispute => ({
  id,
  state: disputeStates.get(status ?? '') ?? 'open',
})

function translate(event: unknown): WebhookEvent {
  const { id, type, data } = eventAnswer.parse(event)
  const about = abouts.find(([prefix]) => type.startsWith(prefix))?.[1] ?? 'other'
  if (about === 'other') return { id, type, about }
  const object = eventObject.parse(data.object)
  const named = object.subscription ?? object.parent?.subscription_details?.subscription
  const subscriptionId = about === 'subscription' ? object.id : named
  const { customer: customerId, charge: paymentId, metadata: stored } = object
  const ids = { subscriptionId, customerId, paymentId, checkoutId: stored?.checkout_id }
  const dispute = about === 'dispute' && object.id ? disputeOf(object.id, object.status) : undefined
  return { id, ...eventAbout(type, about, ids), ...(dispute && { dispute }) }
}
