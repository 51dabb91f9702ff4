import { listPlans as plansEndpoint } from '@envhold/contract/plan-offers.ts'
import * as subscription from '@envhold/contract/subscription.ts'
import { readSubscriptionStatus as statusEndpoint } from '@envhold/contract/subscription-status.ts'
import type { Context } from '../../../context.ts'
import { type Route, route } from '../../../http/route.ts'
import { listPlans } from './list-plans.ts'
import { previewCancellation } from './preview-cancellation.ts'
import { readSubscriptionStatus } from './read-subscription-status.ts'
import { checkLimit, readUsage } from './read-usage.ts'

/** What plans offer, and how much of the caller's is used. */
export const statusRoutes = (ctx: Context): Route[] => [
  route(statusEndpoint, async ({ caller }) => ({
    json: await readSubscriptionStatus(ctx, caller.userId),
  })),
  route(plansEndpoint, async () => ({ json: await listPlans(ctx) })),
  route(subscription.readSubscriptionUsage, async ({ caller }) => ({
    json: await readUsage(ctx, caller.userId),
  })),
  route(subscription.checkLimit, async ({ caller, body }) => ({
    json: await checkLimit(ctx, caller.userId, body),
  })),
  route(subscription.previewCancellation, async ({ caller }) => ({
    json: await previewCancellation(ctx, caller.userId),
  })),
]
