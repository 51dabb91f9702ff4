import type { ProviderId } from '@envhold/contract/billing/payments.ts'
import type { DbContext, TrxContext } from '../../../context.ts'
import { updatesRow } from '../../../db/affected-rows.ts'
import type { Row } from '../../../db/tables.ts'
import { nextStepAt } from './schedule.ts'

export type DunningRow = Row<'dunning'>

/** Starts the handling of a failed payment. */
export async function startDunning(
  { db, clock }: TrxContext<'clock'>,
  subscription_id: number,
): Promise<void> {
  const failed_at = clock()
  const next_at = nextStepAt({ failed_at, tries: 0 }, failed_at)
  await db
    .insertInto('dunning')
    .values({ subscription_id, failed_at, state: 'active', tries: 0, next_at, updated_at: failed_at })
    .onConflict((conflict) => conflict.columns(['subscription_id', 'failed_at']).doNothing())
    .execute()
}

/** Ends the handling of a subscription's failed payment, if there is one. */
export async function endDunning(
  { db, clock }: DbContext<'clock'>,
  subscriptionId: number,
  state: 'recovered' | 'exhausted' | 'canceled',
): Promise<void> {
  await db
    .updateTable('dunning')
    .set({ state, next_at: null, updated_at: clock() })
    .where('subscription_id', '=', subscriptionId)
    .where('state', '=', 'active')
    .execute()
}

export const findActiveDunning = (
  { db }: DbContext,
  subscriptionId: number,
): Promise<DunningRow | undefined> =>
  db
    .selectFrom('dunning')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('state', '=', 'active')
    .orderBy('failed_at', 'desc')
    .executeTakeFirst()

type DueDunning = DunningRow & { readonly provider: ProviderId }

export const listDueDunning = ({ db }: DbContext, now: number): Promise<DueDunning[]> =>
  db
    .selectFrom('dunning')
    .innerJoin('subscriptions', 'subscriptions.id', 'dunning.subscription_id')
    .selectAll('dunning')
    .select('subscriptions.provider')
    .where('dunning.state', '=', 'active')
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .limit(1_000)
    .execute()

/** Stores what a try led to. @returns false if another node has advanced it */
export const advanceDunning = (
  { db, clock }: DbContext<'clock'>,
  row: DunningRow,
  { tries, next_at }: { readonly tries: number; readonly next_at: number },
): Promise<boolean> =>
  updatesRow(
    db
      .updateTable('dunning')
      .set({ tries, next_at, updated_at: clock() })
      .where('subscription_id', '=', row.subscription_id)
      .where('failed_at', '=', row.failed_at)
      .where('state', '=', 'active')
      .where('tries', '=', row.tries),
  )

/** The newest failed payments of these subscriptions. */
export const listDunningOf = async (
  { db }: DbContext,
  subscriptionIds: readonly number[],
  limit: number,
): Promise<readonly DunningRow[]> =>
  subscriptionIds.length === 0
    ? []
    : await db
        .selectFrom('dunning')
        .selectAll()
        .where('subscription_id', 'in', subscriptionIds)
        .orderBy('failed_at', 'desc')
        .limit(limit)
        .execute()

/** Whether the last failed payment of a subscription was never paid, and the subscription was canceled for it. */
export async function isExhausted({ db }: DbContext, subscriptionId: number): Promise<boolean> {
  const last = await db
    .selectFrom('dunning')
    .select('state')
    .where('subscription_id', '=', subscriptionId)
    .orderBy('failed_at', 'desc')
    .executeTakeFirst()
  return last?.state === 'exhausted'
}
