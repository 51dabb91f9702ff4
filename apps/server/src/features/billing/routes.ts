/** Billing: the caller's plan, how much of it is used, and how it is paid for. */
import * as subscription from '@envhold/contract/subscription.ts'
import * as webhooks from '@envhold/contract/webhooks.ts'
import type { Context } from '../../context.ts'
import { type Route, route } from '../../http/route.ts'
import { startCheckout } from './checkout/start-checkout.ts'
import { sandboxRoutes } from './sandbox/routes.ts'
import { statusRoutes } from './status/routes.ts'
import { subscriptionRoutes } from './subscriptions/routes.ts'
import type { EventWorker } from './webhooks/event-worker.ts'
import { receiveWebhook } from './webhooks/receive-webhook.ts'

export const billingRoutes = (ctx: Context, { wake }: Pick<EventWorker, 'wake'>): Route[] => [
  ...statusRoutes(ctx),
  ...subscriptionRoutes(ctx),
  route(subscription.startCheckout, async (call) => ({ json: await startCheckout(ctx, call) })),
  route(webhooks.receiveWebhook, async ({ params, body, headers }) => {
    await receiveWebhook(ctx, wake, { provider: params.provider, body, headers })
    return { json: { received: true as const } }
  }),
  ...sandboxRoutes(ctx, (webhook) => receiveWebhook(ctx, wake, { provider: 'sandbox', ...webhook })),
]
