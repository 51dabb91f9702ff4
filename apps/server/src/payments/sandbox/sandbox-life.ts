import type { SandboxAction } from '@envhold/contract/billing/sandbox.ts'
import type { Row } from '../../db/tables.ts'

export type SandboxSubscription = Readonly<Row<'sandbox_subscriptions'>>

/** The state of any subscription. */
export type LifeState = Pick<
  SandboxSubscription,
  'billing_interval' | 'status' | 'period_start' | 'period_end' | 'cancel_at' | 'ended_at'
>

/** What an invoice needs to know of its period: when it was made, and whether it is paid. */
export interface NewInvoice {
  readonly createdAt: number
  readonly status: 'paid' | 'open'
}

/** The subscription afterwards, and what happened to its invoices. */
export interface Change<State extends LifeState = SandboxSubscription> {
  readonly subscription: State
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

const endedAt = <State extends LifeState>(subscription: State, at: number): Change<State> => ({
  subscription: { ...subscription, status: 'ended', cancel_at: null, ended_at: at },
  invoices: [],
  openInvoice: 'void',
})

const renewedAt = <State extends LifeState>(subscription: State, at: number): State => ({
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
export function advance<State extends LifeState>(
  subscription: State,
  now: number,
  testMode: boolean,
): Change<State> | undefined {
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
  { status, cancel_at }: Pick<LifeState, 'status' | 'cancel_at'>,
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

/** What an action does; {@link actionsOf} says whether it makes sense. */
export function changeOf<State extends LifeState>(
  action: SandboxAction,
  subscription: State,
  now: number,
): Change<State> {
  const { status, period_end } = subscription
  switch (action) {
    case 'cancel':
      // The period of a failed payment was not paid for: nothing is left of it.
      return status === 'past_due'
        ? endedAt(subscription, now)
        : { subscription: { ...subscription, cancel_at: period_end }, invoices: [] }
    case 'resume':
      return { subscription: { ...subscription, cancel_at: null }, invoices: [] }
    case 'renew':
      return { subscription: renewedAt(subscription, now), invoices: [{ createdAt: now, status: 'paid' }] }
    case 'fail_renewal':
      return {
        subscription: { ...subscription, status: 'past_due', period_end: now },
        invoices: [{ createdAt: now, status: 'open' }],
      }
    case 'pay':
      return { subscription: renewedAt(subscription, now), invoices: [], openInvoice: 'paid' }
    case 'end':
      return endedAt(subscription, now)
    case 'refund':
      return { subscription, invoices: [], isRefunded: true }
  }
}
