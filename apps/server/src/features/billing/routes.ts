import { readSubscriptionStatus as endpoint } from '@envhold/contract/subscription.ts'
import type { Context } from '../../context.ts'
import { type Route, route } from '../../http/route.ts'
import { type CountUse, readSubscriptionStatus } from './read-subscription-status.ts'

export const billingRoutes = (ctx: Context, countUse: CountUse): Route[] => [
  route(endpoint, async ({ caller }) => ({
    json: await readSubscriptionStatus(ctx, countUse, caller.userId),
  })),
]
