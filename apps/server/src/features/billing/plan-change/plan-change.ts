/** Another plan or another interval within a running subscription. */
import { providerNames } from '@envhold/contract/billing/payments.ts'
import * as contract from '@envhold/contract/billing/plan-change.ts'
import { conflict } from '../../../app-error.ts'
import { wireTime, wireTimeOrNull } from '../../../http/responses/wire-time.ts'
import { verb } from '../../../http/verb.ts'
import { planDisplayName } from '../../plans/plan-store.ts'
import { requireRateLimit } from '../../users/attempt-limits.ts'
import { atProvider } from '../at-provider.ts'
import { changesAnHour, requireOwnSubscription } from '../subscriptions/own-subscription.ts'
import { viewOf } from '../subscriptions/subscription-views.ts'
import { requireProvider } from '../subscriptions/sync-subscription.ts'
import { cancelPlannedAtProvider, changeAtProvider } from './change-at-provider.ts'
import { messageOf } from './change-message.ts'
import { limitsOf } from './changed-limits.ts'
import { changeOf, requireChange } from './requested-change.ts'

const previewsAnHour = { kind: 'plan-change-preview', limit: 60, windowMs: 3_600_000 }

/**
 * Asks the provider what a change would cost.
 * @throws AppError VALIDATION_FAILED, NOT_FOUND, CONFLICT, RATE_LIMITED, UNAVAILABLE
 */
export const previewSubscriptionChange = verb(
  contract.previewSubscriptionChange,
  async (ctx, { caller: { userId }, params, query }) => {
    const requested = await requireChange(ctx, await requireOwnSubscription(ctx, userId, params.id), query)
    await requireRateLimit(ctx, previewsAnHour, String(userId))
    const { row, plan } = requested
    const change = changeOf(requested, Math.floor(ctx.clock() / 1_000) * 1_000)
    const preview = await atProvider(ctx, async () =>
      (await requireProvider(ctx, row.provider)).previewChange(row.provider_id, change),
    )
    return {
      plan_display_name: plan.display_name,
      billing_interval: query.billingInterval,
      provider: row.provider,
      starts: preview.starts,
      starts_at: wireTime(preview.starts === 'now' ? change.at : (row.period_end ?? change.at)),
      due_now: preview.dueNow,
      next_amount: preview.nextAmount,
      next_at: wireTimeOrNull(preview.nextAt),
      currency: preview.currency,
      limits: await limitsOf(ctx, userId, { before: row.plan, after: plan }),
      previewed_at: wireTime(change.at),
    }
  },
)

/**
 * Changes the plan at the provider; only its word changes what is stored. No more than what was shown is charged.
 * @throws AppError VALIDATION_FAILED, NOT_FOUND, CONFLICT, RATE_LIMITED, UNAVAILABLE
 */
export const changeSubscription = verb(
  contract.changeSubscription,
  async (ctx, { caller: { userId }, params, body }) => {
    const requested = await requireChange(ctx, await requireOwnSubscription(ctx, userId, params.id), body)
    const at = Date.parse(body.previewedAt)
    const age = ctx.clock() - at
    if (!(age >= 0 && age <= contract.previewMinutes * 60_000))
      throw conflict('The amount that was shown is out of date. Look at the new one, then confirm.')
    await changesAnHour(ctx, userId)
    await changeAtProvider(ctx, requested, { change: changeOf(requested, at), dueNow: body.dueNow })
    const row = await requireOwnSubscription(ctx, userId, params.id)
    return { message: await messageOf(ctx, row, requested), subscription: await viewOf(ctx, row) }
  },
)

/**
 * Cancels a change that begins when the period ends. The plan stays, at the price that is paid.
 * @throws AppError NOT_FOUND, CONFLICT, RATE_LIMITED, UNAVAILABLE
 */
export const cancelPlannedChange = verb(
  contract.cancelPlannedChange,
  async (ctx, { caller: { userId }, params }) => {
    const planned = await requireOwnSubscription(ctx, userId, params.id)
    if (planned.next_plan === null)
      throw conflict('This subscription has no planned change. Reload the page.')
    await changesAnHour(ctx, userId)
    await cancelPlannedAtProvider(ctx, planned)
    const row = await requireOwnSubscription(ctx, userId, params.id)
    if (row.next_plan !== null)
      throw conflict(
        `${providerNames[row.provider]} still plans the change. Cancel it in the customer portal.`,
      )
    const plan = await planDisplayName(ctx, row.plan)
    return {
      message: `The planned change is canceled. You keep ${plan}.`,
      subscription: await viewOf(ctx, row),
    }
  },
)
