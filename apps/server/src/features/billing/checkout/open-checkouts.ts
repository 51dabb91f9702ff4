import { conflict } from '../../../app-error.ts'
import type { Context, DbContext } from '../../../context.ts'
import { PaymentError } from '../../../payments/payment-error.ts'
import type { PaymentProvider } from '../../../payments/provider.ts'
import { isLive, listSubscriptions } from '../subscriptions/subscription-store.ts'
import { type Synced, syncSubscription } from '../subscriptions/sync-subscription.ts'
import { type CheckoutRow, closeCheckout, listOpenCheckouts } from './checkout-store.ts'

/** How many payable checkouts of an account stay open. Each is asked for until it is paid or too old. */
const maxOpen = 3

/**
 * Lets through an account that may start to pay. Its open checkouts are closed; one of them may turn out to be paid.
 * @throws AppError CONFLICT with a live subscription
 */
export async function requireNoSubscription(ctx: Context, userId: number): Promise<void> {
  await requireNoneStored(ctx, userId)
  await closeOpenCheckouts(ctx, userId)
  await requireNoneStored(ctx, userId)
}

async function requireNoneStored(ctx: DbContext<'secrets'>, userId: number): Promise<void> {
  const message = 'You have a subscription already. Change it in the customer portal.'
  if ((await listSubscriptions(ctx, userId)).some(isLive)) throw conflict(message)
}

/**
 * Before an account pays again: stores what was paid through its open checkouts, and makes the others unusable where
 * their provider can. One that can still be paid stays open, so that its payment is found without a webhook.
 */
async function closeOpenCheckouts(ctx: Context, userId: number): Promise<void> {
  const newestFirst = (await listOpenCheckouts(ctx, { userId })).toReversed()
  await Promise.all(
    newestFirst.map(async (checkout, index) => {
      const isPayable = index < maxOpen && (await syncAndExpire(ctx, checkout))
      if (!isPayable) await closeCheckout(ctx, checkout.id)
    }),
  )
}

/** @returns whether it may still be paid, and its payment can be asked for */
async function syncAndExpire(ctx: Context, checkout: CheckoutRow): Promise<boolean> {
  const provider = await ctx.payments.find(checkout.provider)
  if (!provider?.findByCheckout || checkout.session_id === null) return false
  try {
    return (
      (await syncCheckout(ctx, provider, checkout)) !== 'applied' &&
      !(await expire(provider, checkout.session_id))
    )
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error
    await ctx.payments.noteFailure(error)
    return true
  }
}

async function expire(provider: PaymentProvider, sessionId: string): Promise<boolean> {
  await provider.expireCheckout?.(sessionId)
  return provider.expireCheckout !== undefined
}

/**
 * Asks a provider whether a checkout led to a subscription, and stores that.
 * @returns `unbound` while it has not, or where the provider cannot tell
 * @throws PaymentError
 */
export async function syncCheckout(
  ctx: Context,
  provider: PaymentProvider,
  { id: checkoutId, session_id: sessionId, user_id: accountId }: CheckoutRow,
): Promise<Synced> {
  if (sessionId === null) return 'unbound'
  const subscription = await provider.findByCheckout?.({ checkoutId, sessionId, accountId })
  return subscription ? await syncSubscription(ctx, provider, subscription.id) : 'unbound'
}
