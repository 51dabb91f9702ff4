/** What happens to a subscription of the sandbox, as pure functions of its state and the time. */

import type { SandboxAction } from '@envhold/contract/sandbox.ts'
import type { Row } from '../../db/tables.ts'

export type SandboxSubscription = Readonly<Row<'sandbox_subscriptions'>>

/** What an invoice needs to know of its period: when it was made, and whether it is paid. */
export interface NewInvoice {
  readonly createdAt: number
  readonly status: 'paid' | 'open'
}

/** The subscription afterwards, and what happened to its invoices. */
export interface Change {
  readonly subscription: SandboxSubscription
  readonly invoices: readonly NewInvoice[]
  /** What becomes of the open invoice, if something does. */
  readonly openInvoice?: 'paid' | 'void'
  /** The latest paid invoice is refunded. */
  readonly isRefunded?: true
}

const maxInvoicesAtOnce = 24

/** The same day of a later month, or that month's last day. */
export function addInterval(at: number, interval: SandboxSubscription['billing_interval']): number {
  const date = new Date(at)
  const day = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + (interval === 'yearly' ? 12 : 1))
  if (date.getUTCDate() !== day) date.setUTCDate(0)
  return date.getTime()
}

const endedAt = (subscription: SandboxSubscription, at: number): Change => ({
  subscription: { ...subscription, status: 'ended', cancel_at: null, ended_at: at },
  invoices: [],
  openInvoice: 'void',
})

const renewedAt = (subscription: SandboxSubscription, at: number): SandboxSubscription => ({
  ...subscription,
  status: 'active',
  period_start: at,
  period_end: addInterval(at, subscription.billing_interval),
})

/**
 * The subscription as it is at `now`: each period that is over was followed by another, or the subscription has ended.
 * Without test mode nothing is renewed. A failed payment stays failed until it is paid or given up.
 * @returns undefined while nothing has changed
 */
export function advance(
  subscription: SandboxSubscription,
  now: number,
  testMode: boolean,
): Change | undefined {
  const { status, cancel_at, period_end } = subscription
  if (status === 'ended') return undefined
  if (cancel_at !== null && cancel_at <= now) return endedAt(subscription, cancel_at)
  if (period_end > now || status !== 'active') return undefined
  if (!testMode) return endedAt(subscription, period_end)
  let renewed = subscription
  const invoices: NewInvoice[] = []
  while (renewed.period_end <= now && (cancel_at === null || renewed.period_end < cancel_at)) {
    renewed = renewedAt(renewed, renewed.period_end)
    invoices.push({ createdAt: renewed.period_start, status: 'paid' })
  }
  return { subscription: renewed, invoices: invoices.slice(-maxInvoicesAtOnce) }
}

const whenOut: readonly SandboxAction[] = ['cancel', 'end']

/** The actions that make sense now. Without test mode a subscription can only end. */
export function actionsOf(
  { status, cancel_at }: Pick<SandboxSubscription, 'status' | 'cancel_at'>,
  { testMode, hasPaid }: { readonly testMode: boolean; readonly hasPaid: boolean },
): readonly SandboxAction[] {
  const refund: SandboxAction[] = hasPaid ? ['refund'] : []
  const possible: Record<string, readonly SandboxAction[]> = {
    active:
      cancel_at === null
        ? ['cancel', 'renew', 'fail_renewal', 'end', ...refund]
        : ['resume', 'end', ...refund],
    past_due: ['pay', 'cancel', 'end', ...refund],
    ended: refund,
  }
  const actions = possible[status] ?? []
  return testMode ? actions : actions.filter((action) => whenOut.includes(action))
}

const changes: Record<SandboxAction, (subscription: SandboxSubscription, now: number) => Change> = {
  cancel: (subscription, now) =>
    // The period of a failed payment was not paid for: nothing is left of it.
    subscription.status === 'past_due'
      ? endedAt(subscription, now)
      : { subscription: { ...subscription, cancel_at: subscription.period_end }, invoices: [] },
  resume: (subscription) => ({ subscription: { ...subscription, cancel_at: null }, invoices: [] }),
  renew: (subscription, now) => ({
    subscription: renewedAt(subscription, now),
    invoices: [{ createdAt: now, status: 'paid' }],
  }),
  fail_renewal: (subscription, now) => ({
    subscription: { ...subscription, status: 'past_due', period_end: now },
    invoices: [{ createdAt: now, status: 'open' }],
  }),
  pay: (subscription, now) => ({
    subscription: renewedAt(subscription, now),
    invoices: [],
    openInvoice: 'paid',
  }),
  end: endedAt,
  refund: (subscription) => ({ subscription, invoices: [], isRefunded: true }),
}

/** What an action does; {@link actionsOf} says whether it makes sense. */
export const changeOf = (action: SandboxAction, subscription: SandboxSubscription, now: number): Change =>
  changes[action](subscription, now)
