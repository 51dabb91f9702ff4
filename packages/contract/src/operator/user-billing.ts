/** What an account pays, for a conversation about a refund. */
import { z } from 'zod'
import { invoice, invoiceLink } from '../billing/invoices.ts'
import { providerIds } from '../billing/payments.ts'
import { subscription } from '../billing/subscription.ts'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'
import { dunningStates } from './compliance.ts'
import { operatorEndpoint } from './operator-calls.ts'

export const readUserBilling = operatorEndpoint({
  name: 'readUserBilling',
  summary: 'The plan, subscriptions, invoices and failed payments of an account, newest first.',
  method: 'GET',
  path: '/admin/users/{id}/billing',
  params: z.object({ id: field.pathId }),
  output: z.object({
    plan: z.object({
      name: z.string().max(limits.nameLength),
      display_name: z.string().max(limits.nameLength),
    }),
    subscriptions: z
      .array(
        subscription
          .extend({
            /** What the provider calls it. */
            provider_id: z.string().max(300),
          })
          .meta({ id: 'UserSubscription' }),
      )
      .max(20),
    invoices: z.array(invoice).max(100),
    payment_failures: z
      .array(
        z.object({
          subscription_id: field.id,
          provider: z.enum(providerIds),
          failed_at: field.time,
          status: z.enum(dunningStates),
          tries: field.count,
          next_attempt: field.time.nullable(),
        }),
      )
      .max(20),
  }),
  errors: ['NOT_FOUND'],
})

export const openUserInvoice = operatorEndpoint({
  name: 'openUserInvoice',
  summary: 'The provider’s page or PDF of an account’s invoice. It is valid for a short time.',
  method: 'POST',
  path: '/admin/users/{id}/invoices/{invoiceId}/link',
  params: z.object({ id: field.pathId, invoiceId: field.pathId }),
  output: invoiceLink,
  errors: ['NOT_FOUND', 'CONFLICT', 'UNAVAILABLE'],
})
