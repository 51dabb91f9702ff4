/** What an account pays, for a conversation about a refund. */
import { z } from 'zod'
import { archiveReasons } from '../archive/archive.ts'
import { invoice, invoiceLink } from '../billing/invoices.ts'
import { providerIds } from '../billing/payments.ts'
import { grantedPlan, subscription } from '../billing/subscription.ts'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'
import { maxReasonLength } from './operator-actions.ts'
import { operatorEndpoint } from './operator-calls.ts'

/** How many accounts and projects are on their way to losing something, and how failed payments went. */
export const dunningStates = ['active', 'recovered', 'exhausted', 'canceled'] as const

export const maxPayingTwice = 50

export const readComplianceStats = operatorEndpoint('GET /admin/compliance-stats', {
  name: 'readComplianceStats',
  summary:
    'Accounts in the grace period after a plan has ended or a limit was lowered, and those that pay for several subscriptions.',
  output: z.object({
    usersInGracePeriod: field.count,
    /** Within seven days. */
    gracePeriodExpiringSoon: field.count,
    /** The hourly work ends them, unless it waits for an operator. */
    gracePeriodExpired: field.count,
    /** The first accounts whose customers are charged for several subscriptions. */
    payingTwice: z
      .array(
        z.object({
          id: field.id,
          username: z.string().max(limits.nameLength),
          subscriptions: field.count,
        }),
      )
      .max(maxPayingTwice),
    lastUpdated: field.time,
  }),
})

export const readArchiveStats = operatorEndpoint('GET /admin/archive-stats', {
  name: 'readArchiveStats',
  summary: 'Archived projects, by reason.',
  output: z.object({
    totalActive: field.count,
    /** Deleted within seven days. */
    expiringSoon: field.count,
    lastUpdated: field.time,
    byReason: z
      .array(z.object({ archived_reason: z.enum(archiveReasons), count: field.count }))
      .max(archiveReasons.length),
  }),
})

export const readDunningStats = operatorEndpoint('GET /admin/dunning-stats', {
  name: 'readDunningStats',
  summary: 'Failed payments, and how many of them were paid after all.',
  output: z.object({
    totalActiveRecords: field.count,
    /** Of all records: how often a payment was looked at again. */
    averageRetryCount: z.number().nonnegative(),
    /** Of the records that are closed, the part that was paid after all: 0 to 1; null while none is closed. */
    successRate: z.number().min(0).max(1).nullable(),
    lastUpdated: field.time,
    byStatus: z
      .array(z.object({ status: z.enum(dunningStates), count: field.count }))
      .max(dunningStates.length),
  }),
})

export const readUserBilling = operatorEndpoint('GET /admin/users/{id}/billing', {
  name: 'readUserBilling',
  summary: 'The plan, subscriptions, invoices and failed payments of an account, newest first.',
  params: z.object({ id: field.pathId }),
  output: z.object({
    plan: z.object({
      name: z.string().max(limits.nameLength),
      display_name: z.string().max(limits.nameLength),
    }),
    /** What an operator gave the account; it counts instead of the subscription. */
    granted_plan: grantedPlan
      .extend({
        reason: z.string().max(maxReasonLength),
        /** null: a command on the machine, or an operator whose account was deleted. */
        granted_by: z.string().max(limits.nameLength).nullable(),
      })
      .nullable(),
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

export const openUserInvoice = operatorEndpoint('POST /admin/users/{id}/invoices/{invoiceId}/link', {
  name: 'openUserInvoice',
  summary: 'The provider’s page or PDF of an account’s invoice. It is valid for a short time.',
  params: z.object({ id: field.pathId, invoiceId: field.pathId }),
  output: invoiceLink,
  errors: ['NOT_FOUND', 'CONFLICT', 'UNAVAILABLE'],
})

export const grantDays = 30
export const maxGrantDays = 3 * 366

const ofUser = { params: z.object({ id: field.pathId }), output: field.message } as const
const reason = field
  .requiredLines(maxReasonLength, 'A reason is required')
  .describe('The user reads it and gets it by mail.')

export const grantUserPlan = operatorEndpoint('PUT /admin/users/{id}/granted-plan', {
  ...ofUser,
  name: 'grantUserPlan',
  summary:
    'Give an account a plan until a time, 3 years at most. It counts instead of the account’s subscription, which stays as it is. The user gets an e-mail.',
  body: z
    .object({
      plan: field.requiredText(limits.nameLength, 'A plan is required'),
      ends_at: field.time,
      reason,
    })
    .meta({ id: 'GrantPlan' }),
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const endUserPlan = operatorEndpoint('DELETE /admin/users/{id}/granted-plan', {
  ...ofUser,
  name: 'endUserPlan',
  summary: 'Take back a plan that an operator gave. The user gets an e-mail.',
  body: z.object({
    reason: reason.describe('Mailed to the user, who is back on what the account pays for.'),
  }),
  errors: ['NOT_FOUND'],
})
