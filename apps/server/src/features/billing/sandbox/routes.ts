/** The pages of the built-in payment provider: checkout, portal and invoices, each for its own account only. */
import * as contract from '@envhold/contract/sandbox.ts'
import type { Context } from '../../../context.ts'
import { type Route, route } from '../../../http/route.ts'
import { actInSandboxPortal } from './act-in-sandbox-portal.ts'
import { answerSandboxCheckout } from './answer-sandbox-checkout.ts'
import { readSandboxCheckout } from './read-sandbox-checkout.ts'
import { readSandboxInvoice } from './read-sandbox-invoice.ts'
import { readSandboxPortal } from './read-sandbox-portal.ts'
import type { DeliverWebhook } from './send-sandbox-webhook.ts'

export const sandboxRoutes = (ctx: Context, deliver: DeliverWebhook): Route[] => [
  route(contract.readSandboxCheckout, async ({ caller, params }) => ({
    json: await readSandboxCheckout(ctx, caller.userId, params.id),
  })),
  route(contract.answerSandboxCheckout, async (call) => ({
    json: await answerSandboxCheckout(ctx, deliver, call),
  })),
  route(contract.readSandboxPortal, async ({ caller, params }) => ({
    json: await readSandboxPortal(ctx, caller.userId, params.id),
  })),
  route(contract.actInSandboxPortal, async (call) => ({
    json: await actInSandboxPortal(ctx, deliver, call),
  })),
  route(contract.readSandboxInvoice, async ({ caller, params }) => ({
    json: await readSandboxInvoice(ctx, caller.userId, params.id),
  })),
]
