import * as invoices from '@envhold/contract/invoices.ts'
import * as subscription from '@envhold/contract/subscription.ts'
import type { Context } from '../../../context.ts'
import { type Route, route } from '../../../http/route.ts'
import { cancelSubscription } from './cancel-subscription.ts'
import { listInvoices, openInvoice } from './invoice-views.ts'
import { openCustomerPortal } from './open-customer-portal.ts'
import { refreshSubscription } from './refresh-subscription.ts'
import { resumeSubscription } from './resume-subscription.ts'
import { readCurrent } from './subscription-view.ts'

/** The caller's subscription and invoices. */
export const subscriptionRoutes = (ctx: Context): Route[] => [
  route(subscription.readCurrentSubscription, async ({ caller }) => ({
    json: await readCurrent(ctx, caller.userId),
  })),
  route(subscription.refreshSubscription, async ({ caller }) => ({
    json: await refreshSubscription(ctx, caller.userId),
  })),
  route(subscription.cancelSubscription, async (call) => ({ json: await cancelSubscription(ctx, call) })),
  route(subscription.resumeSubscription, async (call) => ({ json: await resumeSubscription(ctx, call) })),
  route(subscription.openCustomerPortal, async (call) => ({ json: await openCustomerPortal(ctx, call) })),
  route(invoices.listInvoices, async ({ caller }) => ({ json: await listInvoices(ctx, caller.userId) })),
  route(invoices.openInvoice, async ({ caller, params }) => ({
    json: await openInvoice(ctx, caller.userId, params.id),
  })),
]
