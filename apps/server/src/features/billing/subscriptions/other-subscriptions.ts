/** Two checkouts that are both paid lead to two subscriptions. One counts; each of them renews until it is canceled. */
import { isEntitled, providerNames } from '@envhold/contract/billing/payments.ts'
import { freePlan } from '@envhold/contract/billing/plans.ts'
import type { DbContext } from '../../../context.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { findGrantedPlan } from '../../plans/granted-plan-store.ts'
import { planDisplayName } from '../../plans/plan-store.ts'
import { rankSubscriptions } from './own-subscription.ts'
import type { SubscriptionRow } from './subscription-store.ts'

/** The other subscriptions that give an account a plan. */
const listOthers = async (
  ctx: DbContext<'secrets'>,
  { id, user_id }: SubscriptionRow,
): Promise<readonly SubscriptionRow[]> =>
  (await rankSubscriptions(ctx, user_id)).filter((row) => row.id !== id && isEntitled(row.status))

/** The plan that an account has at a time without a subscription: one that an operator gave, another, or the free one. */
export async function planWithout(
  ctx: DbContext<'secrets'>,
  subscription: SubscriptionRow,
  at: number,
): Promise<string> {
  const granted = await findGrantedPlan(ctx, subscription.user_id)
  if (granted && granted.ends_at > at) return granted.plan
  return (await listOthers(ctx, subscription))[0]?.plan ?? freePlan
}

const nameOf = async (ctx: DbContext<'secrets'>, { plan, provider }: SubscriptionRow): Promise<string> =>
  `${await planDisplayName(ctx, plan)} through ${providerNames[provider]}`

/** What an account still pays for besides a subscription, as an e-mail names it; none for most accounts. */
export async function nameOther(
  ctx: DbContext<'secrets'>,
  subscription: SubscriptionRow,
): Promise<readonly string[]> {
  const [other] = await listOthers(ctx, subscription)
  return other ? [await nameOf(ctx, other)] : []
}

/** Mails the owner of two subscriptions that renew that both are charged. */
export async function mailIfSecond(tx: Tx, to: string, subscription: SubscriptionRow): Promise<void> {
  const other = (await listOthers(tx, subscription)).find(({ cancel_at }) => cancel_at === null)
  if (!other) return
  const variables = { newer: await nameOf(tx, subscription), older: await nameOf(tx, other) }
  await queueMail(tx, 'twoSubscriptions', { to, variables })
}
