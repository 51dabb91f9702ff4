import * as billing from '@envhold/contract/operator/user-billing.ts'
import type { Context } from '../../../context.ts'
import { type Route, route } from '../../../http/route.ts'
import { openInvoice } from '../../billing/subscriptions/invoice-views.ts'
import { readUserBilling } from './read-user-billing.ts'

/** What an account pays, for a conversation about a refund. */
export const userBillingRoutes = (ctx: Context): Route[] => [
  route(billing.readUserBilling, async ({ params }) => ({ json: await readUserBilling(ctx, params.id) })),
  route(billing.openUserInvoice, async ({ caller, params }) => ({
    json: await openInvoice(ctx, params.id, params.invoiceId, caller.userId),
  })),
]
