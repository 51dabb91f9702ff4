import type { deletePlan as endpoint } from '@envhold/contract/operator/plans.ts'
import { freePlan } from '@envhold/contract/plans.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { transact } from '../../audit-log/tx.ts'
import { checkoutLifeMs, endedForMs } from '../../billing/reconcile/reconcile.ts'
import { lockPlan, removePlan } from '../../plans/plan-change-store.ts'
import { countSales, countUsersByPlan } from './plan-use-store.ts'

const refused = (message: string) => new AppError('CONFLICT', { message })

/** @throws AppError NOT_FOUND, CONFLICT while an account or a subscription needs the plan */
export const deletePlan = (
  ctx: Context,
  { caller: { userId }, params: { id }, origin }: Call<typeof endpoint>,
): Promise<void> =>
  transact(ctx, { userId, origin }, async (tx) => {
    const plan = await lockPlan(tx, id)
    if (!plan) throw new AppError('NOT_FOUND')
    const { name } = plan
    if (name === freePlan) throw refused('Accounts that pay nothing have this plan. It cannot be deleted.')
    const users = (await countUsersByPlan(tx)).get(name) ?? 0
    if (users > 0)
      throw refused(
        `${users === 1 ? '1 account has' : `${users} accounts have`} this plan. Make it inactive instead: it is no longer offered, and who has it keeps it.`,
      )
    const now = tx.clock()
    const since = { endedAfter: now - endedForMs, startedAfter: now - checkoutLifeMs }
    if ((await countSales(tx, name, since)) > 0)
      throw refused(
        'A subscription or an open checkout sells this plan, or a subscription to it ended less than 35 days ago. Make the plan inactive instead, and delete it later.',
      )
    await removePlan(tx, plan)
    tx.record({ type: 'plan_changed', severity: 'high', description: `Deleted the plan "${name}"` })
  })
