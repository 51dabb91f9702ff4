import { z } from 'zod'
import { BadSignatureError } from '../payment-error.ts'
import type { Dispute, WebhookEvent, WebhookHeaders } from '../provider.ts'
import { eventAbout, metadata, optionalText, shortText, verifyStandardWebhook } from '../translation.ts'

/** By the first word of an event's type. */
const abouts: ReadonlyMap<string, WebhookEvent['about']> = new Map([
  ['subscription', 'subscription'],
  ['dunning', 'subscription'],
  ['payment', 'invoice'],
  ['refund', 'invoice'],
  ['dispute', 'dispute'],
])

/** By the second word of the type. Every other one waits for the bank. */
const disputeStates: ReadonlyMap<string, Dispute['state']> = new Map([
  ['won', 'won'],
  ['lost', 'lost'],
  ['accepted', 'lost'],
  ['cancelled', 'closed'],
  ['expired', 'closed'],
])

const eventAnswer = z.object({ type: shortText, data: z.object({}).loose() })
const eventData = z.object({
  subscription_id: optionalText,
  customer_id: optionalText,
  payment_id: optionalText,
  dispute_id: optionalText,
  customer: z.object({ customer_id: optionalText }).nullish().catch(undefined),
  metadata: metadata.nullish().catch(undefined),
})

/** @throws BadSignatureError */
export function readDodoWebhook(
  secret: string,
  clock: () => number,
  rawBody: Uint8Array,
  headers: WebhookHeaders,
): WebhookEvent {
  const { id, text } = verifyStandardWebhook(secret, clock, rawBody, headers)
  try {
    return { id, ...translate(JSON.parse(text)) }
  } catch {
    throw new BadSignatureError()
  }
}

function translate(json: unknown): Omit<WebhookEvent, 'id'> {
  const { type, data } = eventAnswer.parse(json)
  const [noun = '', news = ''] = type.split('.')
  const about = abouts.get(noun) ?? 'other'
  if (about === 'other') return { type, about }
  const {
    subscription_id,
    customer,
    customer_id,
    payment_id,
    dispute_id,
    metadata: stored,
  } = eventData.parse(data)
  const ids = {
    subscriptionId: subscription_id,
    customerId: customer?.customer_id ?? customer_id,
    checkoutId: stored?.checkout_id,
    paymentId: payment_id,
  }
  const state = disputeStates.get(news) ?? 'open'
  const isDispute = about === 'dispute' && dispute_id
  return { ...eventAbout(type, about, ids), ...(isDispute && { dispute: { id: dispute_id, state } }) }
}
