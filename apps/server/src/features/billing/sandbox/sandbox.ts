/** The pages of the built-in payment provider: checkout, portal and invoices, each for its own account only. */

import type { SandboxAction } from '@envhold/contract/billing/sandbox.ts'
import * as contract from '@envhold/contract/billing/sandbox.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { AppError, conflict } from '../../../app-error.ts'
import type { DbContext } from '../../../context.ts'
import { parseStored } from '../../../db/parse-stored.ts'
import { inTransaction, type WithTrx } from '../../../db/transaction.ts'
import { wireTime, wireTimeOrNull } from '../../../http/responses/wire-time.ts'
import { verb } from '../../../http/verb.ts'
import { actionsOf, addInterval } from '../../../payments/sandbox/sandbox-life.ts'
import {
  closeSandboxCheckout,
  findCheckout,
  findSandboxInvoice,
  findSandboxSubscription,
  hasPaidInvoice,
  insertSandboxSubscription,
  lockCheckout,
  newSandboxId,
  type SandboxCheckout,
} from '../../../payments/sandbox/sandbox-store.ts'
import type { SandboxEvent } from '../../../payments/sandbox/sandbox-subscription.ts'
import {
  actOnSandbox,
  readSandboxSubscription,
  signSandboxWebhook,
} from '../../../payments/sandbox/sandbox-subscription.ts'
import { providerSettings } from '../../../payments/settings/payment-settings.ts'
import { readSettings } from '../../../payments/settings/payment-settings-store.ts'
import { findPlanOfPrice } from '../../plans/plan-price-store.ts'
import { planDisplayName } from '../../plans/plan-store.ts'
import { requireRateLimit } from '../../users/attempt-limits.ts'
import { acceptWebhook, type BillingWorld } from '../webhooks/event-worker.ts'

/** What the account's own checkout is for. @throws AppError NOT_FOUND */
export const readSandboxCheckout = verb(contract.readSandboxCheckout, async (ctx, { caller, params }) => {
  const checkout = await findCheckout(ctx, params.id)
  if (checkout?.user_id !== caller.userId) throw new AppError('NOT_FOUND')
  return {
    status: statusOf(checkout, ctx.clock()),
    plan_display_name: await planOfSandboxPrice(ctx, checkout.price_ref),
    billing_interval: checkout.billing_interval,
    total: checkout.total,
    expires_at: wireTime(checkout.expires_at),
  }
})

const closed = () => conflict('This checkout is no longer open.')
const testModeOff = () => conflict('The sandbox can only be used in test mode.')

/**
 * Plays the customer's answer. A declined card leaves the checkout open, and so does a customer who goes back.
 * @throws AppError NOT_FOUND, CONFLICT, RATE_LIMITED
 */
export const answerSandboxCheckout = verb(
  contract.answerSandboxCheckout,
  async (ctx: BillingWorld, { caller: { userId }, params: { id }, body: { answer } }) => {
    await requireSandboxRate(ctx, userId)
    const { testMode } = await ctx.payments.readChoice()
    const { checkout, subscriptionId } = await inTransaction(ctx, async (tx) => {
      const locked = await lockCheckout(tx, id)
      if (locked?.user_id !== userId) throw new AppError('NOT_FOUND')
      if (statusOf(locked, tx.clock()) !== 'open') throw closed()
      if (answer !== 'pay') return { checkout: locked, subscriptionId: undefined }
      if (!testMode) throw testModeOff()
      return { checkout: locked, subscriptionId: await pay(tx, locked) }
    })
    if (answer === 'decline') return { declined: true, url: `${ctx.config.publicUrl}/checkout/sandbox/${id}` }
    if (subscriptionId === undefined) return { declined: false, url: checkout.cancel_url }
    await sendSandboxWebhook(ctx, {
      type: 'subscription.active',
      data: { about: 'subscription', subscription_id: subscriptionId, checkout_id: checkout.checkout_id },
    })
    return { declined: false, url: checkout.success_url }
  },
)

export const readSandboxPortal = verb(contract.readSandboxPortal, (ctx, { caller, params }) =>
  viewPortal(ctx, caller.userId, params.id),
)

/** What the sandbox calls each event that it sends. */
const events: Record<SandboxAction, { readonly type: string; readonly about: 'subscription' | 'invoice' }> = {
  cancel: { type: 'subscription.canceled', about: 'subscription' },
  resume: { type: 'subscription.resumed', about: 'subscription' },
  renew: { type: 'subscription.renewed', about: 'subscription' },
  fail_renewal: { type: 'invoice.payment_failed', about: 'invoice' },
  pay: { type: 'invoice.paid', about: 'invoice' },
  end: { type: 'subscription.ended', about: 'subscription' },
  refund: { type: 'invoice.refunded', about: 'invoice' },
}

/**
 * Plays something that happens to a subscription, and sends the webhook about it.
 * @throws AppError NOT_FOUND, CONFLICT for an action that makes no sense now, RATE_LIMITED
 */
export const actInSandboxPortal = verb(
  contract.actInSandboxPortal,
  async (ctx: BillingWorld, { caller: { userId }, params: { id }, body: { action } }) => {
    await requireSandboxRate(ctx, userId)
    await requireOwnSandboxSubscription(ctx, userId, id)
    const { testMode } = await ctx.payments.readChoice()
    const acted = await actOnSandbox(ctx, { id, action, testMode })
    if (acted === 'not_found') throw new AppError('NOT_FOUND')
    if (acted === 'makes_no_sense') throw conflict('The subscription is not in a state that allows this.')
    const { type, about } = events[action]
    await sendSandboxWebhook(ctx, { type, data: { about, subscription_id: id } })
    return await viewPortal(ctx, userId, id)
  },
)

/** An invoice of the account's own subscription. @throws AppError NOT_FOUND */
export const readSandboxInvoice = verb(contract.readSandboxInvoice, async (ctx, { caller, params }) => {
  const invoice = await findSandboxInvoice(ctx, params.id)
  if (invoice?.user_id !== caller.userId) throw new AppError('NOT_FOUND')
  const { number, total, refunded, created_at } = invoice
  return { number, total, refunded, currency: 'USD', created_at: wireTime(created_at) }
})

const perHour = { kind: 'sandbox', limit: 120, windowMs: 3_600_000 }

/** Bounds what an account can play in the sandbox. @throws AppError RATE_LIMITED */
const requireSandboxRate = (ctx: DbContext<'clock'>, userId: number): Promise<void> =>
  requireRateLimit(ctx, perHour, String(userId))

const statusOf = (
  { subscription_id, expires_at }: SandboxCheckout,
  now: number,
): 'open' | 'complete' | 'expired' => {
  if (subscription_id !== null) return 'complete'
  return expires_at > now ? 'open' : 'expired'
}

async function pay(tx: WithTrx<DbContext<'clock'>>, checkout: SandboxCheckout): Promise<string> {
  const now = tx.clock()
  const id = newSandboxId()
  await insertSandboxSubscription(tx, {
    id,
    user_id: checkout.user_id,
    checkout_id: checkout.checkout_id,
    price_ref: checkout.price_ref,
    billing_interval: checkout.billing_interval,
    total: checkout.total,
    status: 'active',
    period_start: now,
    period_end: addInterval(now, checkout.billing_interval),
    cancel_at: null,
    ended_at: null,
    return_url: checkout.cancel_url,
    credit: 0,
  })
  await closeSandboxCheckout(tx, checkout.id, { subscription_id: id })
  return id
}

/** @throws AppError NOT_FOUND unless the subscription is the account's own */
async function requireOwnSandboxSubscription(ctx: DbContext, userId: number, id: string): Promise<void> {
  if ((await findSandboxSubscription(ctx, id))?.user_id !== userId) throw new AppError('NOT_FOUND')
}

/** The portal of the account's own subscription. @throws AppError NOT_FOUND */
async function viewPortal(
  ctx: DbContext<'engine' | 'secrets' | 'clock' | 'payments'>,
  userId: number,
  id: string,
): Promise<OutputOf<typeof contract.readSandboxPortal>> {
  await requireOwnSandboxSubscription(ctx, userId, id)
  const { testMode } = await ctx.payments.readChoice()
  const subscription = await readSandboxSubscription(ctx, id, testMode)
  if (!subscription) throw new AppError('NOT_FOUND')
  const hasPaid = await hasPaidInvoice(ctx, id)
  return {
    status: subscription.status,
    plan_display_name: await planOfSandboxPrice(ctx, subscription.price_ref),
    billing_interval: subscription.billing_interval,
    current_period_end: wireTime(subscription.period_end),
    cancel_at: wireTimeOrNull(subscription.cancel_at),
    actions: [...actionsOf(subscription, { testMode, hasPaid })],
    return_url: subscription.return_url,
  }
}

/** The plan that a price of the sandbox pays for, as customers know it. */
async function planOfSandboxPrice(ctx: DbContext<'secrets'>, priceRef: string): Promise<string> {
  const name = (await findPlanOfPrice(ctx, 'sandbox', priceRef))?.plan ?? priceRef
  return await planDisplayName(ctx, name)
}

/**
 * Sends an event of the sandbox to this instance itself, signed. Call it after the commit. A delivery that fails is
 * logged: as with any provider, the state is asked for again later.
 */
async function sendSandboxWebhook(world: BillingWorld, event: SandboxEvent): Promise<void> {
  try {
    // A new instance has no secret until the provider is first created.
    await world.payments.find('sandbox')
    const settings = parseStored(providerSettings, (await readSettings(world, 'sandbox')) ?? '{}')
    const webhook = signSandboxWebhook(settings.webhookSecret, event, world.clock())
    await acceptWebhook(world, { provider: 'sandbox', ...webhook })
  } catch (error) {
    world.log.taskFailed({ task: 'sandbox-webhook', error })
  }
}
