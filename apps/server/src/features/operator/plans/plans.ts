/** Plans, as operators edit them. */
import { freePlan } from '@envhold/contract/billing/plans.ts'
import type { AdminPlan } from '@envhold/contract/operator/plans.ts'
import * as contract from '@envhold/contract/operator/plans.ts'
import { AppError, conflict, invalidField } from '../../../app-error.ts'
import type { Context, DbContext } from '../../../context.ts'
import { verb } from '../../../http/verb.ts'
import { updatePhase } from '../../archive/phase/update-phase.ts'
import { type Tx, transact } from '../../audit-log/tx.ts'
import { checkoutLifeMs, endedForMs } from '../../billing/reconcile/reconcile.ts'
import { markLoweredLimit } from '../../plans/account-phase-store.ts'
import { listPrices } from '../../plans/plan-price-store.ts'
import {
  findPlanById,
  insertPlan,
  listEveryPlan,
  lockPlan,
  type NewPlan,
  removePlan,
  type StoredPlan,
  savePlan,
} from '../../plans/plan-store.ts'
import {
  changePrices,
  describePlanChange,
  joinFeatures,
  loweredLimits,
  validatePlan,
} from './plan-changes.ts'
import { type AccountOver, countSales, countUsersByPlan, listAccountsOver } from './plan-use-store.ts'

export const listAllPlans = verb(contract.listAllPlans, async (ctx) => ({
  plans: await viewPlans(ctx, await listEveryPlan(ctx)),
}))

export const createPlan = verb(contract.createPlan, async (ctx, { caller: { userId }, body, origin }) => {
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
})

/** What lower limits would lead to. Changes nothing. */
export const previewPlanChange = verb(contract.previewPlanChange, async (ctx, { params, query }) => {
  const plan = await findPlanById(ctx, params.id)
  if (!plan) throw new AppError('NOT_FOUND')
  const over = await listAccountsOver(ctx, loweredLimits(plan, query))
  return {
    accounts_over: over.length,
    // Who pays is served: a lower limit of a paid plan only stops them from adding more.
    grace_periods: plan.name === freePlan ? over.filter(({ entersGrace }) => entersGrace).length : 0,
  }
})

/** Accounts of the free plan that use more than a lowered limit get a grace period. */
export const updatePlan = verb(
  contract.updatePlan,
  async (ctx, { caller: { userId }, params: { id }, body, origin }) => {
    const after = validatePlan(body)
    const { plan, over } = await transact(ctx, { userId, origin }, async (tx) => {
      const before = await lockPlan(tx, id)
      if (!before) throw new AppError('NOT_FOUND')
      if (before.name !== after.name) {
        const message = 'The name of a plan cannot be changed: accounts and subscriptions refer to it'
        throw invalidField('name', message)
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
    await beginGrace(ctx, entering)
    return { plan, grace_periods: entering.length }
  },
)

/** Not while an account or a subscription needs the plan. */
export const deletePlan = verb(contract.deletePlan, (ctx, { caller: { userId }, params: { id }, origin }) =>
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

/** Plans as operators see them. @throws TamperedRowError */
async function viewPlans(
  ctx: DbContext<'secrets'>,
  plans: readonly (NewPlan & Pick<StoredPlan, 'id'>)[],
): Promise<AdminPlan[]> {
  const users = await countUsersByPlan(ctx)
  const prices = await listPrices(ctx)
  return plans.map(({ isActive, ...plan }) => ({
    ...plan,
    api_features: joinFeatures(plan),
    is_active: isActive,
    users_count: users.get(plan.name) ?? 0,
    prices: prices
      .filter((price) => price.plan === plan.name)
      .flatMap(({ provider, billing_interval, price_ref }) =>
        provider === 'sandbox' ? [] : [{ provider, billing_interval, price_ref }],
      ),
  }))
}

/** @throws TamperedRowError */
async function viewPlan(
  ctx: DbContext<'secrets'>,
  plan: NewPlan & Pick<StoredPlan, 'id'>,
): Promise<AdminPlan> {
  const [view] = await viewPlans(ctx, [plan])
  if (!view) throw new Error('A plan has no view')
  return view
}

const batch = 500
/** So many grace periods begin with the call; the others begin with the hourly work. */
const maxAtOnce = 100

/** Marks accounts that use more than a lowered limit, in the transaction that lowers it. */
async function markAccounts(tx: Tx, accounts: readonly AccountOver[]): Promise<void> {
  for (let index = 0; index < accounts.length; index += batch) {
    const ids = accounts.slice(index, index + batch).map(({ id }) => id)
    await tx.lock(ids)
    await markLoweredLimit(tx, ids)
  }
}

/**
 * Begins the grace periods of marked accounts, each in its own transaction. One that fails is left to the hourly work,
 * which finds it again.
 */
async function beginGrace(ctx: Context, accounts: readonly AccountOver[]): Promise<void> {
  for (const { id: userId } of accounts.slice(0, maxAtOnce))
    try {
      await transact(ctx, { userId, origin: null }, async (tx) => {
        await tx.lock([userId])
        await updatePhase(tx, userId)
      })
    } catch (error) {
      ctx.log.taskFailed({ task: 'account-phases', error })
    }
}
