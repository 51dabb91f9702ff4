import { z } from 'zod'
import { BadSignatureError } from '../payment-error.ts'
import type { WebhookEvent, WebhookHeaders } from '../provider.ts'
import { shortText } from '../translation/answer-schema.ts'
import { verifyStandardWebhook } from '../translation/standard-webhook.ts'
import { metadata } from './dodo-subscription.ts'

/** By the first word of an event's type. */
const abouts: ReadonlyMap<string, WebhookEvent['about']> = new Map([
  ['subscription', 'subscription'],
  ['dunning', 'subscription'],
  ['payment', 'invoice'],
  ['refund', 'invoice'],
  ['dispute', 'dispute'],
])

const optionalText = shortText.nullish().catch(undefined)
const eventAnswer = z.object({ type: shortText, data: z.object({}).loose() })
const eventData = z.object({
  subscription_id: optionalText,
  customer_id: optionalText,
  customer: z.object({ customer_id: optionalText }).nullish().catch(undefined),
  metadata: metadata.nullish().catch(undefined),
})

/** @throws BadSignatureError */
export async function readDodoWebhook(
  secret: string,
  clock: () => number,
  rawBody: Uint8Array,
  headers: WebhookHeaders,
): Promise<WebhookEvent> {
  const { id, text } = await verifyStandardWebhook(secret, clock, rawBody, headers)
  try {
    return { id, ...translate(JSON.parse(text)) }
  } catch {
    throw new BadSignatureError()
  }
}

function translate(json: unknown): Omit<WebhookEvent, 'id'> {
  const { type, data } = eventAnswer.parse(json)
  const about = abouts.get(type.split('.')[0] ?? '') ?? 'other'
  if (about === 'other') return { type, about }
  const { subscription_id: subscriptionId, customer, customer_id, metadata: stored } = eventData.parse(data)
  const customerId = customer?.customer_id ?? customer_id
  const checkoutId = stored?.checkout_id
  return {
    type,
    about,
    ...(subscriptionId && { subscriptionId }),
    ...(customerId && { customerId }),
    ...(checkoutId && { checkoutId }),
  }
}
