import type { DbContext } from '../../../context.ts'
import { dayOf } from '../../../mail/wording.ts'
import { planDisplayName } from '../../plans/plan-store.ts'
import type { SubscriptionRow } from '../subscriptions/subscription-store.ts'
import type { RequestedChange } from './requested-change.ts'

/** What has become of a change. */
export async function messageOf(
  ctx: DbContext<'secrets'>,
  row: SubscriptionRow,
  { plan, interval }: RequestedChange,
): Promise<string> {
  const isNow = row.plan === plan.name && row.billing_interval === interval
  if (isNow && row.next_plan === null)
    return `Your subscription is ${plan.display_name}, billed ${interval}, from now on.`
  if (row.next_plan !== null && row.period_end !== null)
    return `Your subscription changes to ${await planDisplayName(ctx, row.next_plan)} on ${dayOf(row.period_end)}.`
  return 'The payment is being confirmed. Your plan changes as soon as it arrives.'
}
