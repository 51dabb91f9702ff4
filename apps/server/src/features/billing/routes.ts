/** Billing: the caller's plan, its limits and how much of them is used. */
import { readSubscriptionStatus as endpoint } from '@envhold/contract/subscription.ts'
import type { Context } from '../../context.ts'
import { type Route, route } from '../../http/route.ts'
import { readSubscriptionStatus } from './read-subscription-status.ts'

export const billingRoutes = (ctx: Context): Route[] => [
  route(endpoint, async ({ caller }) => ({ json: await readSubscriptionStatus(ctx, caller.userId) })),
]
