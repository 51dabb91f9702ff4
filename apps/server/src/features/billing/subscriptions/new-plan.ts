/** What is said of a subscription that has another plan or interval, or will have. */
import type { BillingInterval } from '@envhold/contract/billing/payments.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { planDisplayName } from '../../plans/plan-store.ts'
import type { SubscriptionRow } from './subscription-store.ts'

const named = async (tx: Tx, plan: string, interval: BillingInterval | null): Promise<string> =>
  `${await planDisplayName(tx, plan)}${interval ? `, billed ${interval}` : ''}`

const nextOf = (tx: Tx, { next_plan, next_interval, plan }: SubscriptionRow) =>
  named(tx, next_plan ?? plan, next_interval)

/** As a line of the activity; undefined for every other change. */
export async function describeNewPlan(
  tx: Tx,
  change: string,
  before: SubscriptionRow | undefined,
  after: SubscriptionRow,
): Promise<string | undefined> {
  if (!before || (change !== 'changed' && change !== 'change_planned')) return undefined
  const now = await named(tx, after.plan, after.billing_interval)
  if (change === 'change_planned')
    return `The subscription changes from ${now}, to ${await nextOf(tx, after)} when its period ends`
  return `The subscription changed from ${await named(tx, before.plan, before.billing_interval)}, to ${now}`
}

interface NewPlan {
  readonly before: SubscriptionRow | undefined
  readonly subscription: SubscriptionRow
  readonly isPlanned: boolean
}

export async function mailNewPlan(
  tx: Tx,
  to: string,
  { before, subscription, isPlanned }: NewPlan,
): Promise<void> {
  const { plan, billing_interval, period_end } = subscription
  const now = await named(tx, plan, billing_interval)
  const variables = isPlanned
    ? { before: now, plan: await nextOf(tx, subscription), starts: period_end ?? 0, renews: 0 }
    : {
        before: before ? await named(tx, before.plan, before.billing_interval) : now,
        plan: now,
        starts: 0,
        renews: period_end ?? 0,
      }
  await queueMail(tx, 'subscriptionChanged', { to, variables })
}
