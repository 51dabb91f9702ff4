import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { BadSignatureError } from '../payment-error.ts'
import type { WebhookEvent, WebhookHeaders } from '../provider.ts'
import { shortText } from '../translation/answer-schema.ts'
import { numericId } from './lemonsqueezy-subscription.ts'

export const lemonsqueezyWebhookHeaders = ['x-signature'] as const

const envelope = z.object({ meta: z.object({ event_name: shortText }) })
const optionalId = numericId.optional().catch(undefined)
const payload = z.object({
  meta: z.object({
    custom_data: z
      .object({ checkout_id: shortText.optional().catch(undefined) })
      .optional()
      .catch(undefined),
  }),
  data: z.object({
    type: z.enum(['subscriptions', 'subscription-invoices']),
    id: shortText,
    attributes: z.object({ subscription_id: optionalId, customer_id: optionalId }),
  }),
})

/**
 * lemonsqueezy signs neither a time nor an event id. A replay is harmless, because an event only leads to a fresh read
 * of the subscription; the id is the hash of the body, so that a replay is recognized.
 * @throws BadSignatureError
 */
export function readLemonsqueezyWebhook(
  secret: string,
  rawBody: Uint8Array,
  { 'x-signature': signature }: WebhookHeaders,
): WebhookEvent {
  if (!secret || !signature || !/^[0-9a-f]{64}$/.test(signature)) throw new BadSignatureError()
  const expected = createHmac('sha256', secret).update(rawBody).digest()
  if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) throw new BadSignatureError()
  return { id: createHash('sha256').update(rawBody).digest('hex'), ...translate(parseJson(rawBody)) }
}

function parseJson(rawBody: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(rawBody).toString())
  } catch {
    throw new BadSignatureError()
  }
}

function translate(event: unknown): Omit<WebhookEvent, 'id'> {
  const type = envelope.safeParse(event).data?.meta.event_name ?? 'unknown'
  const { data, meta } = payload.safeParse(event).data ?? {}
  if (!data || !meta) return { type, about: 'other' }
  const isInvoice = data.type === 'subscription-invoices'
  const subscriptionId = isInvoice ? data.attributes.subscription_id : data.id
  const { customer_id: customerId } = data.attributes
  const checkoutId = meta.custom_data?.checkout_id
  return {
    type,
    about: isInvoice ? 'invoice' : 'subscription',
    ...(subscriptionId ? { subscriptionId } : {}),
    ...(customerId ? { customerId } : {}),
    ...(checkoutId ? { checkoutId } : {}),
  }
}
