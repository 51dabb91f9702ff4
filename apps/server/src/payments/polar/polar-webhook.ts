import { z } from 'zod'
import { BadSignatureError } from '../payment-error.ts'
import type { WebhookEvent, WebhookHeaders } from '../provider.ts'
import { shortText } from '../translation/answer-schema.ts'
import { verifyStandardWebhook } from '../translation/standard-webhook.ts'
import { metadata } from './polar-subscription.ts'

const abouts: ReadonlyMap<string, WebhookEvent['about']> = new Map([
  ['subscription', 'subscription'],
  ['order', 'invoice'],
  ['refund', 'invoice'],
  ['checkout', 'checkout'],
])

const optionalText = shortText.nullish().catch(undefined)
const envelope = z.object({ type: shortText })
const payload = z.object({
  data: z.object({
    id: optionalText,
    subscription_id: optionalText,
    customer_id: optionalText,
    metadata: metadata.optional().catch(undefined),
    dispute: z.unknown().optional(),
  }),
})

/**
 * polar's own secrets are the key as they are. A secret of Standard Webhooks is base64 after `whsec_`; polar has signed
 * with both readings of such a secret, so both are tried. The SDK checks the time by another clock, so it is not used.
 * @throws BadSignatureError
 */
export async function readPolarWebhook(
  secret: string,
  clock: () => number,
  rawBody: Uint8Array,
  headers: WebhookHeaders,
): Promise<WebhookEvent> {
  const verify = (key: string | Uint8Array) => verifyStandardWebhook(key, clock, rawBody, headers)
  const { id, text } = await verify(Buffer.from(secret)).catch(() => verify(secret))
  return { id, ...translate(parseJson(text)) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new BadSignatureError()
  }
}

function translate(event: unknown): Omit<WebhookEvent, 'id'> {
  const type = envelope.safeParse(event).data?.type ?? 'unknown'
  const about = abouts.get(type.split('.')[0] ?? '')
  const data = payload.safeParse(event).data?.data
  if (!about || !data) return { type, about: 'other' }
  const subscriptionId = about === 'subscription' ? data.id : data.subscription_id
  return {
    type,
    about: data.dispute ? 'dispute' : about,
    ...(subscriptionId ? { subscriptionId } : {}),
    ...(data.customer_id ? { customerId: data.customer_id } : {}),
    ...(data.metadata?.checkout_id ? { checkoutId: data.metadata.checkout_id } : {}),
  }
}
