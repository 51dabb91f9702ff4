/** The built-in payment provider: checkout and portal without money, while test mode is on. */
import { z } from 'zod'
import { endpointsOf } from '../endpoint.ts'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'
import { billingIntervals, subscriptionStatuses } from './payments.ts'

const endpoint = endpointsOf('Sandbox')

const sandboxId = z.string().regex(/^[0-9a-f]{32}$/, 'Not an id of the sandbox')
const atSandbox = { audience: 'session', whileSuspended: true, params: z.object({ id: sandboxId }) } as const
/** Where the browser goes next: a page of this server. */
const next = z.object({ url: z.url().max(2_000) }).meta({ id: 'SandboxNext' })

export const readSandboxCheckout = endpoint('GET /sandbox/checkouts/{id}', {
  ...atSandbox,
  name: 'readSandboxCheckout',
  summary: 'What a checkout of the sandbox is for.',
  output: z.object({
    status: z.enum(['open', 'complete', 'expired']),
    plan_display_name: z.string().max(limits.nameLength),
    billing_interval: z.enum(billingIntervals),
    /** In cents of a US dollar. */
    total: z.int().nonnegative(),
    expires_at: field.time,
  }),
  errors: ['NOT_FOUND'],
})

export const answerSandboxCheckout = endpoint('POST /sandbox/checkouts/{id}', {
  ...atSandbox,
  name: 'answerSandboxCheckout',
  summary: 'Pay, have the card declined, or cancel.',
  body: z.object({ answer: z.enum(['pay', 'decline', 'cancel']) }),
  /** `declined`: the checkout stays open. */
  output: z.object({ declined: z.boolean(), url: z.url().max(2_000) }),
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const sandboxActions = ['cancel', 'resume', 'renew', 'fail_renewal', 'pay', 'end', 'refund'] as const
export type SandboxAction = (typeof sandboxActions)[number]

const portal = z
  .object({
    status: z.enum(subscriptionStatuses),
    plan_display_name: z.string().max(limits.nameLength),
    billing_interval: z.enum(billingIntervals),
    current_period_end: field.time,
    cancel_at: field.time.nullable(),
    /** Those that make sense now. */
    actions: z.array(z.enum(sandboxActions)).max(sandboxActions.length),
    return_url: next.shape.url,
  })
  .meta({ id: 'SandboxPortal' })

export const readSandboxPortal = endpoint('GET /sandbox/portal/{id}', {
  ...atSandbox,
  name: 'readSandboxPortal',
  summary: 'The sandbox’s customer portal, where a test plays what happens to a subscription.',
  output: portal,
  errors: ['NOT_FOUND'],
})

export const actInSandboxPortal = endpoint('POST /sandbox/portal/{id}', {
  ...atSandbox,
  name: 'actInSandboxPortal',
  summary: 'Play something that happens to a subscription of the sandbox.',
  body: z.object({ action: z.enum(sandboxActions) }),
  output: portal,
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const readSandboxInvoice = endpoint('GET /sandbox/invoices/{id}', {
  ...atSandbox,
  name: 'readSandboxInvoice',
  summary: 'An invoice of the sandbox.',
  output: z.object({
    number: z.string().max(100),
    total: z.int(),
    refunded: z.int(),
    currency: z.string().length(3),
    created_at: field.time,
  }),
  errors: ['NOT_FOUND'],
})
