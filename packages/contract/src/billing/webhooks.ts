import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

export const receiveWebhook = endpoint({
  name: 'receiveWebhook',
  tag: 'Subscription',
  summary: 'News of a payment provider, signed by it. It is stored and answered, and worked off afterwards.',
  method: 'POST',
  path: '/webhooks/{provider}',
  audience: 'webhook',
  params: z.object({ provider: z.string().max(30) }),
  rawBody: true,
  requestHeaders: [
    'stripe-signature',
    'webhook-id',
    'webhook-timestamp',
    'webhook-signature',
    'x-signature',
    'x-event-name',
  ],
  output: z.object({ received: z.literal(true) }),
  errors: ['NOT_FOUND', 'RATE_LIMITED'],
})
