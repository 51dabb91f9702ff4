import type { ProviderId } from '@envhold/contract/billing/payments.ts'
import type { DbContext, TrxContext } from '../../../context.ts'
import { tableRows } from '../../../db/table-rows.ts'
import type { Row } from '../../../db/tables.ts'
import { nextStepAt } from './schedule.ts'

export type DunningRow = Row<'dunning'>

const rows = tableRows('dunning')

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
export const endDunning = (
  ctx: DbContext<'clock'>,
  subscription_id: number,
  state: 'recovered' | 'exhausted' | 'canceled',
) => rows.update(ctx, { subscription_id, state: 'active' }, { state, next_at: null, updated_at: ctx.clock() })

/** The newest failed payment of a subscription that fulfils a condition. */
const findNewest = async (ctx: DbContext, where: Partial<DunningRow>): Promise<DunningRow | undefined> =>
  (await rows.list(ctx, where, { orderBy: ['failed_at desc'], limit: 1 }))[0]

export const findActiveDunning = (ctx: DbContext, subscription_id: number) =>
  findNewest(ctx, { subscription_id, state: 'active' })

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
export const advanceDunning = async (
  ctx: DbContext<'clock'>,
  { subscription_id, failed_at, tries: before }: DunningRow,
  { tries, next_at }: { readonly tries: number; readonly next_at: number },
): Promise<boolean> => {
  const step = { tries, next_at, updated_at: ctx.clock() }
  return (await rows.update(ctx, { subscription_id, failed_at, state: 'active', tries: before }, step)) === 1
}

/** The newest failed payments of these subscriptions. */
export const listDunningOf = (ctx: DbContext, subscriptionIds: readonly number[], limit: number) =>
  rows.list(ctx, { subscription_id: subscriptionIds }, { orderBy: ['failed_at desc'], limit })

/** Whether the last failed payment of a subscription was never paid, and the subscription was ended for it. */
export const isExhausted = async (ctx: DbContext, subscription_id: number): Promise<boolean> =>
  (await findNewest(ctx, { subscription_id }))?.state === 'exhausted'

/** Whether the last failed payment of a subscription is no longer tried, and was never made. */
export async function isAbandoned(ctx: DbContext, subscription_id: number): Promise<boolean> {
  const state = (await findNewest(ctx, { subscription_id }))?.state
  return state === 'exhausted' || state === 'canceled'
}
