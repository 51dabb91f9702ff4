/** Plans, as operators edit them. */
import * as contract from '@envhold/contract/operator/plans.ts'
import { freePlan } from '@envhold/contract/plans.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { verb } from '../../../http/verb.ts'
import { transact } from '../../audit-log/tx.ts'
import { checkoutLifeMs, endedForMs } from '../../billing/reconcile/reconcile.ts'
import { insertPlan, listEveryPlan, lockPlan, removePlan, savePlan } from '../../plans/plan-change-store.ts'
import { findPlanById } from '../../plans/plan-store.ts'
import { beginGrace, markAccounts, type UpdatePhase } from './begin-grace.ts'
import { changePrices, describePlanChange, loweredLimits, validatePlan } from './plan-changes.ts'
import { countSales, countUsersByPlan, listAccountsOver } from './plan-use-store.ts'
import { viewPlan, viewPlans } from './plan-view.ts'

export interface PlanWorld {
  readonly ctx: Context
  readonly updatePhase: UpdatePhase
}

const conflict = (message: string) => new AppError('CONFLICT', { message })

export const listAllPlans = verb(contract.listAllPlans, async ({ ctx }: PlanWorld) => ({
  plans: await viewPlans(ctx, await listEveryPlan(ctx)),
}))

export const createPlan = verb(
  contract.createPlan,
  async ({ ctx }: PlanWorld, { caller: { userId }, body, origin }) => {
    const plan = validatePlan(body)
    return await transact(ctx, { userId, origin }, async (tx) => {
      if ((await listEveryPlan(tx)).length >= contract.maxPlans)
        throw conflict(`There can be at most ${contract.maxPlans} plans.`)
      const id = await insertPlan(tx, plan)
      if (id === undefined) throw conflict(`There is a plan with the name "${plan.name}" already.`)
      await changePrices(tx, plan.name, body.prices)
      tx.record({ type: 'plan_changed', severity: 'high', description: `Created the plan "${plan.name}"` })
      return { plan: await viewPlan(tx, { ...plan, id }) }
    })
  },
)

/** What lower limits would lead to. Changes nothing. */
export const previewPlanChange = verb(
  contract.previewPlanChange,
  async ({ ctx }: PlanWorld, { params, query }) => {
    const plan = await findPlanById(ctx, params.id)
    if (!plan) throw new AppError('NOT_FOUND')
    const over = await listAccountsOver(ctx, loweredLimits(plan, query))
    return {
      accounts_over: over.length,
      // Who pays is served: a lower limit of a paid plan only stops them from adding more.
      grace_periods: plan.name === freePlan ? over.filter(({ entersGrace }) => entersGrace).length : 0,
    }
  },
)

/** Accounts of the free plan that use more than a lowered limit get a grace period. */
export const updatePlan = verb(
  contract.updatePlan,
  async ({ ctx, updatePhase }: PlanWorld, { caller: { userId }, params: { id }, body, origin }) => {
    const after = validatePlan(body)
    const { plan, over } = await transact(ctx, { userId, origin }, async (tx) => {
      const before = await lockPlan(tx, id)
      if (!before) throw new AppError('NOT_FOUND')
      if (before.name !== after.name) {
        const message = 'The name of a plan cannot be changed: accounts and subscriptions refer to it'
        throw new AppError('VALIDATION_FAILED', { message, details: [{ path: 'name', message }] })
      }
      await savePlan(tx, id, after)
      const description = describePlanChange(before, after, await changePrices(tx, after.name, body.prices))
      if (description) tx.record({ type: 'plan_changed', severity: 'high', description })
      const isFree = before.name === freePlan
      const accounts = isFree ? await listAccountsOver(tx, loweredLimits(before, after)) : []
      await markAccounts(tx, accounts)
      return { plan: await viewPlan(tx, { ...after, id }), over: accounts }
    })
    const entering = over.filter(({ entersGrace }) => entersGrace)
    await beginGrace(ctx, updatePhase, entering)
    return { plan, grace_periods: entering.length }
  },
)

/** Not while an account or a subscription needs the plan. */
export const deletePlan = verb(
  contract.deletePlan,
  ({ ctx }: PlanWorld, { caller: { userId }, params: { id }, origin }) =>
    transact(ctx, { userId, origin }, async (tx) => {
      const plan = await lockPlan(tx, id)
      if (!plan) throw new AppError('NOT_FOUND')
      const { name } = plan
      if (name === freePlan) throw conflict('Accounts that pay nothing have this plan. It cannot be deleted.')
      const users = (await countUsersByPlan(tx)).get(name) ?? 0
      if (users > 0)
        throw conflict(
          `${users === 1 ? '1 account has' : `${users} accounts have`} this plan. Make it inactive instead: it is no longer offered, and who has it keeps it.`,
        )
      const now = tx.clock()
      const since = { endedAfter: now - endedForMs, startedAfter: now - checkoutLifeMs }
      if ((await countSales(tx, name, since)) > 0)
        throw conflict(
          'A subscription or an open checkout sells this plan, or a subscription to it ended less than 35 days ago. Make the plan inactive instead, and delete it later.',
        )
      await removePlan(tx, plan)
      tx.record({ type: 'plan_changed', severity: 'high', description: `Deleted the plan "${name}"` })
      return { message: 'Plan deleted successfully' }
    }),
)
