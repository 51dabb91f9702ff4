import { isEntitled, type ProviderId, subscriptionStatuses } from '@envhold/contract/billing/payments.ts'
import { sql } from 'kysely'
import type { DbContext } from '../../../context.ts'
import { countAll } from '../../../db/affected-rows.ts'
import type { Db } from '../../../db/connect.ts'
import { checkOperatorAction } from '../users/operator-action-store.ts'

/** PostgreSQL counts in 64 bits, which arrive as text. */
const rowCount = sql<number | string>`count(*)`.as('rows')

/** How many accounts were deleted by their users before a time. */
export const countDeletedBefore = (db: Db, time: number): Promise<number> =>
  countAll(db.selectFrom('users').where('deleted_at', '<=', time))

export interface SubscriptionCount {
  readonly plan: string
  readonly provider: ProviderId
  readonly isTest: boolean
  readonly isYearly: boolean
  readonly ends: boolean
  readonly count: number
}

const entitled = subscriptionStatuses.filter(isEntitled)
const ends = sql<number>`case when cancel_at is null then 0 else 1 end`

/** How many subscriptions that entitle to a plan there are of each kind. */
export async function countSubscriptions(db: Db): Promise<readonly SubscriptionCount[]> {
  const counts = await db
    .selectFrom('subscriptions')
    .select(['plan', 'billing_interval', 'provider', 'test_mode', ends.as('ends'), rowCount])
    .where('status', 'in', entitled)
    .groupBy(['plan', 'billing_interval', 'provider', 'test_mode', ends])
    .execute()
  return counts.map(({ billing_interval, test_mode, ends, rows, ...rest }) => ({
    ...rest,
    isTest: test_mode === 1,
    isYearly: billing_interval === 'yearly',
    ends: ends === 1,
    count: Number(rows),
  }))
}

/** How many accounts have a subscription, and how many have one that is canceled. */
export async function countSubscribers(db: Db): Promise<{ active: number; canceled: number }> {
  const { active, canceled } = await db
    .selectFrom('subscriptions')
    .select([
      sql<number | string>`count(distinct user_id)`.as('active'),
      sql<number | string>`count(distinct case when cancel_at is null then null else user_id end)`.as(
        'canceled',
      ),
    ])
    .where('status', 'in', entitled)
    .executeTakeFirstOrThrow()
  return { active: Number(active), canceled: Number(canceled) }
}

/** An account may have been suspended several times: so many acts are read for each one that is shown. */
const actsOfOne = 4

/** The accounts that were suspended last, and still are. @throws TamperedRowError */
export async function listRecentSuspensions(ctx: DbContext<'secrets'>, limit: number) {
  const rows = await ctx.db
    .selectFrom('operator_actions')
    .innerJoin('users', 'users.id', 'operator_actions.user_id')
    .leftJoin('users as operators', 'operators.id', 'operator_actions.operator_id')
    .where('act', '=', 'suspend')
    .where('users.status', '=', 'SUSPENDED')
    .selectAll('operator_actions')
    .select(['users.username', 'operators.username as operator'])
    .orderBy('operator_actions.id', 'desc')
    .limit(limit * actsOfOne)
    .execute()
  for (const row of rows) checkOperatorAction(ctx, row)
  const acts = rows.map(({ user_id, ...row }) => ({ ...row, id: user_id }))
  const newest = new Map(acts.toReversed().map((act) => [act.id, act]))
  return acts.filter((act) => newest.get(act.id) === act).slice(0, limit)
}
