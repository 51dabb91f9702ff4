/** The caller's subscription and invoices. What changes something asks the provider first. */
import * as invoices from '@envhold/contract/billing/invoices.ts'
import { isEntitled, type ProviderId } from '@envhold/contract/billing/payments.ts'
import * as contract from '@envhold/contract/billing/subscription.ts'
import { conflict } from '../../../app-error.ts'
import { verb } from '../../../http/verb.ts'
import type { PaymentProvider } from '../../../payments/provider.ts'
import { requireRateLimit } from '../../users/attempt-limits.ts'
import { atProvider, requireOwnUrl, unavailable, unconfirmed } from '../at-provider.ts'
import { hasPaidSince, listOpenCheckouts } from '../checkout/checkout-store.ts'
import { syncCheckout } from '../checkout/open-checkouts.ts'
import { changesAnHour, requireCurrentSubscription, requireOwnSubscription } from './own-subscription.ts'
import { isLive, listSubscriptions, setCancelReason } from './subscription-store.ts'
import { findInvoicePage, viewCurrent, viewInvoices, viewOf } from './subscription-views.ts'
import { requireProvider, type Synced, syncSubscription } from './sync-subscription.ts'

export const readCurrentSubscription = verb(contract.readCurrentSubscription, (ctx, { caller }) =>
  viewCurrent(ctx, caller.userId),
)

/** A page that returns from a checkout asks for up to 20 seconds. */
const rule = { kind: 'subscription-refresh', limit: 60, windowMs: 3_600_000 }

/**
 * Asks the providers for the account's subscriptions and open checkouts.
 * @throws AppError RATE_LIMITED, UNAVAILABLE if a provider does not answer and no other one had news
 */
export const refreshSubscription = verb(contract.refreshSubscription, async (ctx, { caller: { userId } }) => {
  await requireRateLimit(ctx, rule, String(userId))
  const failures: unknown[] = []
  let hasNews = false
  const ask = async (id: ProviderId, sync: (provider: PaymentProvider) => Promise<Synced>) => {
    try {
      const synced = await atProvider(ctx, async () => sync(await requireProvider(ctx, id)))
      hasNews ||= synced === 'applied'
    } catch (error) {
      failures.push(error)
    }
  }
  const open = await listOpenCheckouts(ctx, { userId })
  for (const checkout of open)
    await ask(checkout.provider, (provider) => syncCheckout(ctx, provider, checkout))
  for (const { provider: id, provider_id, status } of await listSubscriptions(ctx, userId))
    if (status !== 'ended') await ask(id, (provider) => syncSubscription(ctx, provider, provider_id))
  if (failures.length > 0 && !hasNews) throw failures[0]
  const hasPaid = await hasPaidSince(ctx, { userId, time: ctx.clock() - rule.windowMs })
  return { ...(await viewCurrent(ctx, userId)), has_checkout: open.length > 0 || hasPaid }
})

const atPeriodEndMessage =
  'Subscription canceled successfully. It will remain active until the end of your current billing period.'

/**
 * Cancels at the provider first; only its word changes what is stored.
 * @throws AppError NOT_FOUND, CONFLICT if it has ended, RATE_LIMITED, UNAVAILABLE
 */
export const cancelSubscription = verb(
  contract.cancelSubscription,
  async (ctx, { caller: { userId }, body }) => {
    const row = await requireOwnSubscription(ctx, userId, body.subscriptionId)
    if (!isLive(row)) throw conflict('This subscription has ended already.')
    await changesAnHour(ctx, userId)
    const { reason, comment = '', atPeriodEnd } = body
    // It tells an end that the customer chose from one for want of a payment.
    await setCancelReason(ctx, row.id, reason)
    await atProvider(ctx, async () => {
      const provider = await requireProvider(ctx, row.provider)
      // While it is paused there is nothing to keep until its period ends.
      if (!atPeriodEnd || row.status === 'paused') await provider.cancelNow(row.provider_id)
      else if (row.cancel_at === null) await provider.cancelAtPeriodEnd(row.provider_id, { reason, comment })
      await syncSubscription(ctx, provider, row.provider_id)
    })
    const canceled = await requireOwnSubscription(ctx, userId, row.id)
    const message = isLive(canceled) ? atPeriodEndMessage : 'Subscription canceled successfully.'
    return { message, subscription: await viewOf(ctx, canceled) }
  },
)

/** Takes a cancellation back. @throws AppError NOT_FOUND, CONFLICT if it has ended, RATE_LIMITED, UNAVAILABLE */
export const resumeSubscription = verb(
  contract.resumeSubscription,
  async (ctx, { caller: { userId }, body }) => {
    const row = await requireOwnSubscription(ctx, userId, body.subscriptionId)
    if (!isEntitled(row.status) && row.status !== 'paused')
      throw conflict('This subscription has ended. Start a new one instead.')
    await changesAnHour(ctx, userId)
    const resume = async () => {
      const provider = await requireProvider(ctx, row.provider)
      await provider.resume(row.provider_id)
      await syncSubscription(ctx, provider, row.provider_id)
    }
    // Resuming a paused subscription may begin a period, which is charged.
    await atProvider(ctx, resume, row.status === 'paused' ? () => unconfirmed(row.provider) : unavailable)
    const subscription = await viewOf(ctx, await requireOwnSubscription(ctx, userId, row.id))
    return { message: 'Your subscription continues.', subscription }
  },
)

/** @throws AppError VALIDATION_FAILED, NOT_FOUND without a subscription, RATE_LIMITED, UNAVAILABLE */
export const openCustomerPortal = verb(
  contract.openCustomerPortal,
  async (ctx, { caller: { userId }, body }) => {
    const returnUrl = requireOwnUrl(ctx, 'returnUrl', body.returnUrl)
    const {
      provider,
      provider_id: id,
      customer_id: customerId,
    } = await requireCurrentSubscription(ctx, userId)
    await changesAnHour(ctx, userId)
    const portalUrl = await atProvider(ctx, async () =>
      (await requireProvider(ctx, provider)).portalUrl({ id, customerId }, { accountId: userId, returnUrl }),
    )
    return { portalUrl }
  },
)

export const listInvoices = verb(invoices.listInvoices, (ctx, { caller }) => viewInvoices(ctx, caller.userId))

export const openInvoice = verb(invoices.openInvoice, (ctx, { caller, params }) =>
  findInvoicePage(ctx, caller.userId, params.id),
)
