/** Webhooks of the sandbox, signed as Standard Webhooks are (standardwebhooks.com), like those of other providers. */
import { createHmac, randomBytes } from 'node:crypto'
import { sameBytes } from '@envhold/integrity/same-bytes.ts'
import { z } from 'zod'
import { BadSignatureError } from '../payment-error.ts'
import { maxWebhookAgeSeconds, type WebhookEvent, type WebhookHeaders } from '../provider.ts'

/** What the sandbox sends. Type and subject only: what is true is asked of it. */
const content = z.object({
  type: z.string().max(100),
  data: z.object({
    about: z.enum(['subscription', 'invoice', 'checkout']),
    subscription_id: z.string().max(100).optional(),
    checkout_id: z.string().max(100).optional(),
  }),
})
export type SandboxEvent = z.output<typeof content>

const signatureOf = (secret: string, { id, time, body }: { id: string; time: string; body: Uint8Array }) =>
  createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(`${id}.${time}.`)
    .update(body)
    .digest('base64')

export interface SignedWebhook {
  readonly body: Uint8Array
  readonly headers: WebhookHeaders
}

export function signSandboxWebhook(secret: string, event: SandboxEvent, now: number): SignedWebhook {
  const body = Buffer.from(JSON.stringify({ ...event, timestamp: new Date(now).toISOString() }), 'utf8')
  const id = `msg_${randomBytes(16).toString('hex')}`
  const time = String(Math.floor(now / 1_000))
  const signature = signatureOf(secret, { id, time, body })
  return {
    body,
    headers: { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}` },
  }
}

/** @throws BadSignatureError unless this instance signed these bytes within the last minutes */
export function readSandboxWebhook(
  secret: string,
  { body, headers }: SignedWebhook,
  now: number,
): WebhookEvent {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures } = headers
  if (!secret || !id || !signatures || !time || !/^\d{1,12}$/.test(time)) throw new BadSignatureError()
  if (Math.abs(now / 1_000 - Number(time)) > maxWebhookAgeSeconds) throw new BadSignatureError()
  const expected = Buffer.from(`v1,${signatureOf(secret, { id, time, body })}`)
  const isSigned = signatures.split(' ').some((one) => sameBytes(Buffer.from(one), expected))
  if (!isSigned) throw new BadSignatureError()
  const parsed = content.safeParse(JSON.parse(Buffer.from(body).toString('utf8')))
  if (!parsed.success) return { id, type: 'unknown', about: 'other' }
  const { type, data } = parsed.data
  return {
    id,
    type,
    about: data.about,
    ...(data.subscription_id !== undefined && { subscriptionId: data.subscription_id }),
    ...(data.checkout_id !== undefined && { checkoutId: data.checkout_id }),
  }
}
