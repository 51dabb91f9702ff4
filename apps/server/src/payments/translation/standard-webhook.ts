import { timingSafeEqual } from 'node:crypto'
import { BadSignatureError } from '../payment-error.ts'
import type { WebhookHeaders } from '../provider.ts'
import { decodeWebhook, readWebhookTime } from './webhook-time.ts'

export const standardWebhookHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const

const isEqual = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/**
 * Verifies a Standard Webhook (https://www.standardwebhooks.com). The secret is base64 after `whsec_`, or the bytes of
 * the key. The library makes the signature. Its own check of the time uses another clock and reads `1795…abc` as a time.
 * @throws BadSignatureError
 */
export async function verifyStandardWebhook(
  secret: string | Uint8Array,
  clock: () => number,
  rawBody: Uint8Array,
  { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures }: WebhookHeaders,
): Promise<{ readonly id: string; readonly text: string }> {
  if (secret.length === 0 || !id || id.length > 255 || !time || !signatures) throw new BadSignatureError()
  const signedAt = new Date(readWebhookTime(time, clock) * 1000)
  const text = decodeWebhook(rawBody)
  const { Webhook } = await import('standardwebhooks')
  let expected: string
  try {
    const webhook = typeof secret === 'string' ? new Webhook(secret) : new Webhook(secret, { format: 'raw' })
    expected = webhook.sign(id, signedAt, text)
  } catch {
    // The secret is not base64.
    throw new BadSignatureError()
  }
  if (!signatures.split(' ').some((signature) => isEqual(signature, expected))) throw new BadSignatureError()
  return { id, text }
}
