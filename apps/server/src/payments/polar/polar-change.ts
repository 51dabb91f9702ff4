import { setTimeout } from 'node:timers/promises'
import { isEntitled } from '@envhold/contract/billing/payments.ts'
import { PaymentError } from '../payment-error.ts'
import type { PaymentProvider, PlanChange, PlanChangePreview, ProviderSubscription } from '../provider.ts'
import { cancellationFeedback } from '../translation.ts'
import { findPolarSubscription, isPolarId, parsePolarSubscription } from './polar-answers.ts'
import { type PolarClient, PolarRejection, translateRejection, type WithinPolar } from './polar-client.ts'

/** polar locks a subscription while it works on it, usually for less than a second. */
const lockedWaitsMs = [250, 750]
const isLocked = (error: unknown): boolean =>
  error instanceof PolarRejection && error.code === 'SubscriptionLocked'

/** Whether polar says that the subscription is not in the right state, and not that our settings are wrong. */
const isStateRejection = ({ status, code }: PolarRejection): boolean =>
  [400, 402, 404, 409, 422].includes(status) || code === 'AlreadyCanceledSubscription'

async function untilUnlocked(send: () => Promise<unknown>, signal: AbortSignal): Promise<unknown> {
  for (const waitMs of lockedWaitsMs)
    try {
      return await send()
    } catch (error) {
      if (!isLocked(error)) throw error
      await setTimeout(waitMs, undefined, { signal })
    }
  return send()
}

/** The client and the time limit of one act, and the subscription that it changes. */
interface Act {
  readonly client: PolarClient
  readonly signal: AbortSignal
  readonly id: string
  readonly find: () => Promise<ProviderSubscription | undefined>
}

/** @throws PaymentError rejected, if polar knows no such subscription */
async function read({ find }: Act): Promise<ProviderSubscription> {
  const subscription = await find()
  if (!subscription) throw new PaymentError('rejected', 'polar', 404)
  return subscription
}

/**
 * Changes a subscription. polar rejects what cannot be done and what is already done with the same errors, so after a
 * rejection the subscription is read: if it is as it should become, the change has succeeded.
 */
async function change(
  { client, signal, find }: Act,
  send: (subscriptions: PolarClient['subscriptions']) => Promise<unknown>,
  isDone: (subscription: ProviderSubscription) => boolean,
): Promise<void> {
  try {
    parsePolarSubscription(await untilUnlocked(() => send(client.subscriptions), signal), true)
  } catch (error) {
    if (isLocked(error)) throw new PaymentError('unavailable', 'polar', 409)
    if (!(error instanceof PolarRejection) || !isStateRejection(error)) throw translateRejection(error)
    const subscription = await find()
    if (!subscription || !isDone(subscription)) throw new PaymentError('rejected', 'polar', error.status)
  }
}

/** Resuming a paused subscription starts a new period and charges the customer. */
async function resume(act: Act): Promise<void> {
  const { status, cancelAt } = await read(act)
  if (status === 'ended' || status === 'pending') throw new PaymentError('rejected', 'polar')
  if (cancelAt !== null)
    await change(
      act,
      ({ update }) => update(act.id, { cancel_at_period_end: false }),
      (subscription) => subscription.cancelAt === null && subscription.status !== 'ended',
    )
  if (status === 'paused')
    await change(
      act,
      ({ update }) => update(act.id, { resume: true }),
      (subscription) => isEntitled(subscription.status),
    )
}

/** polar has no preview. It charges the difference of an upgrade, and lets everything else start with a period. */
async function previewChange(act: Act, { isUpgrade }: PlanChange): Promise<PlanChangePreview> {
  const { periodEnd } = await read(act)
  return isUpgrade
    ? { starts: 'now', dueNow: null, nextAmount: null, nextAt: null, currency: null }
    : { starts: 'period_end', dueNow: 0, nextAmount: null, nextAt: periodEnd, currency: null }
}

const hasPrice =
  (priceRef: string) =>
  (subscription: ProviderSubscription): boolean =>
    [subscription.priceRef, subscription.scheduledPriceRef].includes(priceRef)

async function changePlan(act: Act, { priceRef, isUpgrade }: PlanChange): Promise<void> {
  const current = await read(act)
  if (current.status === 'ended') throw new PaymentError('rejected', 'polar')
  if (hasPrice(priceRef)(current)) return
  const proration_behavior = isUpgrade ? 'invoice' : 'next_period'
  await change(
    act,
    ({ update }) => update(act.id, { product_id: priceRef, proration_behavior }),
    hasPrice(priceRef),
  )
}

const hasNoSchedule = ({ scheduledPriceRef }: ProviderSubscription) => scheduledPriceRef === null

async function cancelScheduledChange(act: Act): Promise<void> {
  if (hasNoSchedule(await read(act))) return
  await change(act, ({ update }) => update(act.id, { pending_update: null }), hasNoSchedule)
}

/** polar has one scheduled change for each subscription: a price would replace the plan that the customer has chosen. */
async function setRenewalPrice(act: Act, { priceRef }: Pick<PlanChange, 'priceRef'>): Promise<void> {
  const current = await read(act)
  if (hasPrice(priceRef)(current) || !hasNoSchedule(current) || current.status === 'ended') return
  await change(
    act,
    ({ update }) => update(act.id, { product_id: priceRef, proration_behavior: 'next_period' }),
    hasPrice(priceRef),
  )
}

/** What changes a subscription at polar. */
export function createPolarChanges(
  within: WithinPolar,
  testMode: boolean,
): Pick<
  PaymentProvider,
  | 'cancelAtPeriodEnd'
  | 'resume'
  | 'cancelNow'
  | 'previewChange'
  | 'changePlan'
  | 'cancelScheduledChange'
  | 'setRenewalPrice'
> {
  const withSubscription = <Result>(id: string, work: (act: Act) => Promise<Result>) =>
    within((client, signal) => {
      if (!isPolarId(id)) throw new PaymentError('rejected', 'polar', 404)
      return work({ client, signal, id, find: () => findPolarSubscription(client, id, testMode) })
    })

  return {
    cancelAtPeriodEnd: (id, { reason, comment }) =>
      withSubscription(id, (act) =>
        change(
          act,
          ({ update }) =>
            update(id, {
              cancel_at_period_end: true,
              customer_cancellation_reason: cancellationFeedback[reason],
              ...(comment ? { customer_cancellation_comment: comment } : {}),
            }),
          ({ cancelAt, status }) => cancelAt !== null || status === 'ended',
        ),
      ),
    resume: (id) => withSubscription(id, resume),
    previewChange: (id, requested) => withSubscription(id, (act) => previewChange(act, requested)),
    setRenewalPrice: (id, price) => withSubscription(id, (act) => setRenewalPrice(act, price)),
    changePlan: (id, requested) => withSubscription(id, (act) => changePlan(act, requested)),
    cancelScheduledChange: (id) => withSubscription(id, cancelScheduledChange),
    cancelNow: (id) =>
      withSubscription(id, (act) =>
        change(
          act,
          ({ revoke }) => revoke(id),
          ({ status }) => status === 'ended',
        ),
      ),
  }
}
