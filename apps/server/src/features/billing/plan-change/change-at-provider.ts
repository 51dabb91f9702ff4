import { conflict } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { PaymentError } from '../../../payments/payment-error.ts'
import type { PaymentProvider, PlanChange, PlanChangePreview } from '../../../payments/provider.ts'
import { holdPlan, type StoredPlan } from '../../plans/plan-store.ts'
import { atProvider, unconfirmed } from '../at-provider.ts'
import { notForSale } from '../checkout/paid-plan.ts'
import { requireOwnSubscription } from '../subscriptions/own-subscription.ts'
import { claimChange, releaseChange, type SubscriptionRow } from '../subscriptions/subscription-store.ts'
import { requireProvider, syncSubscription } from '../subscriptions/sync-subscription.ts'
import { type RequestedChange, requireChangeable } from './requested-change.ts'

/** A request without an answer has reached its provider by then, or never does. */
const claimMs = 120_000

interface ConfirmedChange {
  readonly change: PlanChange
  /** What was shown to the customer. */
  readonly dueNow: number | null
}

/**
 * Has the provider change a plan: one change of a subscription at a time, after a fresh look at it. A change whose
 * answer is lost keeps others away until it is known what became of it.
 * @throws AppError CONFLICT, UNAVAILABLE
 */
export async function changeAtProvider(
  ctx: Context,
  requested: RequestedChange,
  confirmed: ConfirmedChange,
): Promise<void> {
  const { id, provider } = requested.row
  await claim(ctx, id, requested.plan)
  let isKnown = true
  try {
    isKnown = await change(ctx, requested, confirmed)
  } finally {
    if (isKnown) await releaseChange(ctx, id)
  }
  if (!isKnown) throw unconfirmed(provider)
}

/**
 * Has the provider cancel a change that begins when the period ends, after a fresh look at it. Whether it has done so
 * is in what it describes then.
 * @throws AppError CONFLICT, UNAVAILABLE
 */
export async function cancelPlannedAtProvider(ctx: Context, row: SubscriptionRow): Promise<void> {
  const { id, user_id, provider_id } = row
  await claim(ctx, id)
  try {
    await atProvider(ctx, async () => {
      const provider = await requireProvider(ctx, row.provider)
      await syncSubscription(ctx, provider, provider_id)
      if ((await requireOwnSubscription(ctx, user_id, id)).next_plan === null) return
      await provider.cancelScheduledChange?.(provider_id)
      await syncSubscription(ctx, provider, provider_id)
    })
  } finally {
    await releaseChange(ctx, id)
  }
}

/**
 * @param plan that it changes to: it cannot be deleted while a change is under way
 * @throws AppError CONFLICT while another change is under way, VALIDATION_FAILED if the plan was deleted
 */
async function claim(ctx: Context, id: number, plan?: StoredPlan): Promise<void> {
  const now = ctx.clock()
  const isClaimed = await inTransaction(ctx, async (tx) => {
    if (plan && !(await holdPlan(tx, plan.id))) throw notForSale()
    return await claimChange(tx, id, { now, until: now + claimMs })
  })
  if (!isClaimed)
    throw conflict('A change of this subscription is under way. Reload the page in two minutes.')
}

/** @returns whether it is known what became of the change */
async function change(
  ctx: Context,
  requested: RequestedChange,
  confirmed: ConfirmedChange,
): Promise<boolean> {
  const { provider: id, provider_id } = requested.row
  const provider = await atProvider(ctx, () => requireProvider(ctx, id))
  await atProvider(ctx, () => syncSubscription(ctx, provider, provider_id))
  const fresh = await reloadSubscription(ctx, requested)
  // Another tab was faster, or an answer had been lost.
  if (hasPlan(fresh, requested)) return true
  requireChangeable(fresh)
  requireNoMore(await atProvider(ctx, () => provider.previewChange(provider_id, confirmed.change)), confirmed)
  const isAnswered = await atProvider(ctx, () => send(ctx, provider, provider_id, confirmed.change))
  const changed = await reloadSubscription(ctx, requested)
  return isAnswered || hasPlan(changed, requested) || willHavePlan(changed, requested)
}

const reloadSubscription = (ctx: Context, { row }: RequestedChange) =>
  requireOwnSubscription(ctx, row.user_id, row.id)

const hasPlan = (row: SubscriptionRow, { plan, interval }: RequestedChange) =>
  row.plan === plan.name && row.billing_interval === interval && row.next_plan === null

const willHavePlan = (row: SubscriptionRow, { plan, interval }: RequestedChange) =>
  row.next_plan === plan.name && row.next_interval === interval

/** By how much an amount may grow in the minutes between the preview and the confirmation. */
const driftOf = (amount: number) => Math.max(1, Math.round(Math.abs(amount) / 100))

/** @throws AppError CONFLICT if more would be charged than was shown */
function requireNoMore({ dueNow }: PlanChangePreview, { dueNow: shown }: ConfirmedChange): void {
  const isNoMore = dueNow === null || shown === null ? dueNow === shown : dueNow <= shown + driftOf(shown)
  if (!isNoMore) throw conflict('The amount has changed. Look at the new one, then confirm.')
}

/**
 * Sends a change, and asks what has become of it. Webhooks and the hourly work ask again.
 * @returns whether the provider answered
 * @throws PaymentError if it refuses the change
 */
async function send(
  ctx: Context,
  provider: PaymentProvider,
  providerId: string,
  change: PlanChange,
): Promise<boolean> {
  const isAnswered = await isAvailable(ctx, provider.changePlan(providerId, change))
  await isAvailable(ctx, syncSubscription(ctx, provider, providerId))
  return isAnswered
}

async function isAvailable(ctx: Context, call: Promise<unknown>): Promise<boolean> {
  try {
    await call
    return true
  } catch (error) {
    if (!(error instanceof PaymentError) || error.failure !== 'unavailable') throw error
    await ctx.payments.noteFailure(error)
    return false
  }
}
