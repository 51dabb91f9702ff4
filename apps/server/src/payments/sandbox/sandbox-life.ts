import type { SandboxAction } from '@envhold/contract/billing/sandbox.ts'
import type { Row } from '../../db/tables.ts'

export type SandboxSubscription = Readonly<Row<'sandbox_subscriptions'>>

/** The state of any subscription. */
export type LifeState = Pick<
  SandboxSubscription,
  | 'billing_interval'
  | 'status'
  | 'period_start'
  | 'period_end'
  | 'cancel_at'
  | 'ended_at'
  /** What a period costs. */
  | 'total'
  /** What is left of plans that were changed; the next charges are less by it. */
  | 'credit'
>

/** What an invoice needs to know of its period: when it was made, and whether it is paid. */
export interface NewInvoice {
  readonly createdAt: number
  readonly status: 'paid' | 'open'
  readonly total: number
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

/** What a charge takes of the credit, and what is left to pay. */
const chargeOf = (amount: number, credit: number) => {
  const used = Math.min(Math.max(0, amount), credit)
  return { total: amount - used, credit: credit - used }
}

/** A period's invoice, and what it leaves of the credit. */
function bill<State extends LifeState>(subscription: State, createdAt: number, status: 'paid' | 'open') {
  const { total, credit } = chargeOf(subscription.total, subscription.credit)
  return { subscription: { ...subscription, credit }, invoices: [{ createdAt, status, total }] }
}

/** Another price for a running subscription, as of a time within its period. */
export interface NewPrice {
  readonly interval: SandboxSubscription['billing_interval']
  readonly amount: number
  readonly at: number
}

/** What changes with the price: what is not used of the period so far counts towards what the new price costs. */
export function repriceOf<State extends LifeState>(
  subscription: State,
  { interval, amount, at }: NewPrice,
): Change<State> & { readonly dueNow: number } {
  const { period_start, period_end, billing_interval, total, credit } = subscription
  const left = Math.min(1, Math.max(0, (period_end - at) / (period_end - period_start)))
  const isSamePeriod = interval === billing_interval
  const cost = (isSamePeriod ? Math.round(amount * left) : amount) - Math.round(total * left)
  const charged = cost > 0 ? chargeOf(cost, credit) : { total: 0, credit: credit - cost }
  return {
    subscription: {
      ...(isSamePeriod ? subscription : renewedAt({ ...subscription, billing_interval: interval }, at)),
      total: amount,
      credit: charged.credit,
    },
    invoices: charged.total > 0 ? [{ createdAt: at, status: 'paid', total: charged.total }] : [],
    dueNow: cost > 0 ? charged.total : cost,
  }
}

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
    const billed = bill(renewedAt(renewed, renewed.period_end), renewed.period_end, 'paid')
    renewed = billed.subscription
    invoices.push(...billed.invoices)
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
      return bill(renewedAt(subscription, now), now, 'paid')
    case 'fail_renewal':
      return bill({ ...subscription, status: 'past_due', period_end: now }, now, 'open')
    case 'pay':
      return { subscription: renewedAt(subscription, now), invoices: [], openInvoice: 'paid' }
    case 'end':
      return endedAt(subscription, now)
    case 'refund':
      return { subscription, invoices: [], isRefunded: true }
  }
}
