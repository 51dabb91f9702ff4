import { createHmac, randomBytes } from 'node:crypto'
import type { SandboxAction } from '@envhold/contract/billing/sandbox.ts'
import { sameBytes } from '@envhold/integrity/bytes.ts'
import { z } from 'zod'
import type { DbContext, TrxContext } from '../../context.ts'
import { inTransaction, type WithTrx } from '../../db/transaction.ts'
import { BadSignatureError } from '../payment-error.ts'
import { maxWebhookAgeSeconds, type PlanChange, type WebhookEvent, type WebhookHeaders } from '../provider.ts'
import { actionsOf, advance, changeOf, repriceOf, type SandboxSubscription } from './sandbox-life.ts'
import {
  findSandboxSubscription,
  hasPaidInvoice,
  lockSandboxSubscription,
  writeChange,
} from './sandbox-store.ts'

type SandboxDeps = DbContext<'engine' | 'clock'>

/** Reads a subscription as it is now. What the time has changed is stored first. */
export async function readSandboxSubscription(
  deps: SandboxDeps,
  id: string,
  testMode: boolean,
): Promise<SandboxSubscription | undefined> {
  const subscription = await findSandboxSubscription(deps, id)
  if (!subscription || !advance(subscription, deps.clock(), testMode)) return subscription
  return await inTransaction(deps, (tx) => lockAdvanced(tx, id, testMode))
}

async function lockAdvanced(
  tx: WithTrx<SandboxDeps> & TrxContext,
  id: string,
  testMode: boolean,
): Promise<SandboxSubscription | undefined> {
  const locked = await lockSandboxSubscription(tx, id)
  const change = locked && advance(locked, tx.clock(), testMode)
  if (!change) return locked
  await writeChange(tx, change)
  return change.subscription
}

export type Acted = 'done' | 'not_found' | 'makes_no_sense'

/** Plays an action, in one transaction under a lock of the subscription. */
export const actOnSandbox = (
  deps: SandboxDeps,
  {
    id,
    action,
    testMode,
  }: { readonly id: string; readonly action: SandboxAction; readonly testMode: boolean },
): Promise<Acted> =>
  inTransaction(deps, async (tx) => {
    const subscription = await lockAdvanced(tx, id, testMode)
    if (!subscription) return 'not_found'
    const hasPaid = await hasPaidInvoice(tx, id)
    if (!actionsOf(subscription, { testMode, hasPaid }).includes(action)) return 'makes_no_sense'
    await writeChange(tx, changeOf(action, subscription, tx.clock()))
    return 'done'
  })

/** Changes the plan of an active subscription, in one transaction under a lock of it. What holds already is done. */
export const changeSandboxPlan = (
  deps: SandboxDeps,
  { id, change, testMode }: { readonly id: string; readonly change: PlanChange; readonly testMode: boolean },
): Promise<Acted> =>
  inTransaction(deps, async (tx) => {
    const subscription = await lockAdvanced(tx, id, testMode)
    if (!subscription) return 'not_found'
    if (subscription.price_ref === change.priceRef) return 'done'
    if (!testMode || subscription.status !== 'active') return 'makes_no_sense'
    const repriced = repriceOf(subscription, change)
    await writeChange(tx, {
      ...repriced,
      subscription: { ...repriced.subscription, price_ref: change.priceRef },
    })
    return 'done'
  })

/** What a webhook of the sandbox sends. Type and subject only: what is true is asked of it. */
const content = z.object({
  type: z.string().max(100),
  data: z.object({
    about: z.enum(['subscription', 'invoice', 'checkout']),
    subscription_id: z.string().max(100).optional(),
    checkout_id: z.string().max(100).optional(),
  }),
})
export type SandboxEvent = z.output<typeof content>

/** As of Standard Webhooks (standardwebhooks.com), like the webhooks of other providers. */
const signatureOf = (secret: string, { id, time, body }: { id: string; time: string; body: Uint8Array }) =>
  createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(`${id}.${time}.`)
    .update(body)
    .digest('base64')

export interface SignedWebhook {
  readonly body: Uint8Array
  readonly headers: WebhookHeaders
}

export function signSandboxWebhook(secret: string, event: SandboxEvent, now: number): SignedWebhook {
  const body = Buffer.from(JSON.stringify({ ...event, timestamp: new Date(now).toISOString() }), 'utf8')
  const id = `msg_${randomBytes(16).toString('hex')}`
  const time = String(Math.floor(now / 1_000))
  const signature = signatureOf(secret, { id, time, body })
  return {
    body,
    headers: { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}` },
  }
}

/** @throws BadSignatureError unless this instance signed these bytes within the last minutes */
export function readSandboxWebhook(
  secret: string,
  { body, headers }: SignedWebhook,
  now: number,
): WebhookEvent {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures } = headers
  if (!secret || !id || !signatures || !time || !/^\d{1,12}$/.test(time)) throw new BadSignatureError()
  if (Math.abs(now / 1_000 - Number(time)) > maxWebhookAgeSeconds) throw new BadSignatureError()
  const expected = Buffer.from(`v1,${signatureOf(secret, { id, time, body })}`)
  const isSigned = signatures.split(' ').some((signature) => sameBytes(Buffer.from(signature), expected))
  if (!isSigned) throw new BadSignatureError()
  const parsed = content.safeParse(JSON.parse(Buffer.from(body).toString('utf8')))
  if (!parsed.success) return { id, type: 'unknown', about: 'other' }
  const { type, data } = parsed.data
  return {
    id,
    type,
    about: data.about,
    ...(data.subscription_id !== undefined && { subscriptionId: data.subscription_id }),
    ...(data.checkout_id !== undefined && { checkoutId: data.checkout_id }),
  }
}
