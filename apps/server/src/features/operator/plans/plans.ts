/** Plans, as operators edit them. */
import { createHash } from 'node:crypto'
import { freePlan } from '@envhold/contract/billing/plans.ts'
import type { AdminPlan } from '@envhold/contract/operator/plans.ts'
import * as contract from '@envhold/contract/operator/plans.ts'
import { AppError, changedSinceRead, conflict, invalidField } from '../../../app-error.ts'
import type { DbContext } from '../../../context.ts'
import { verb } from '../../../http/verb.ts'
import { transact } from '../../audit-log/tx.ts'
import { checkoutLifeMs, endedForMs } from '../../billing/reconcile/reconcile.ts'
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
  hasRaisedLimit,
  joinFeatures,
  loweredLimits,
  validatePlan,
  withoutLowered,
} from './plan-changes.ts'
import {
  countSales,
  countUsersByPlan,
  isAnyChanging,
  listAccountsOver,
  listInGrace,
  listUse,
} from './plan-use-store.ts'
import {
  callOff,
  maxAtOnce,
  planLimits,
  plannedRows,
  plannedView,
  removePlanned,
  updatePhases,
} from './planned-limits.ts'
import { planPriceChanges, priceChangeRows } from './price-changes.ts'

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
    tx.record({ type: 'plan_changed', description: `Created the plan "${plan.name}"` })
    return { plan: await viewPlan(tx, { ...plan, id }) }
  })
})

/** What lower limits would lead to. Changes nothing. */
export const previewPlanChange = verb(contract.previewPlanChange, async (ctx, { params, query }) => {
  const plan = await findPlanById(ctx, params.id)
  if (!plan) throw new AppError('NOT_FOUND')
  const over = await listAccountsOver(ctx, loweredLimits(plan, query))
  // Who pays is served: a lower limit of a paid plan only stops them from adding more.
  const entering = new Set(
    plan.name === freePlan ? over.filter(({ entersGrace }) => entersGrace).map(({ id }) => id) : [],
  )
  const first = over.slice(0, contract.maxPreviewedAccounts).map(({ id }) => id)
  return {
    accounts_over: over.length,
    grace_periods: entering.size,
    accounts: (await listUse(ctx, first)).map((use) => ({ ...use, enters_grace: entering.has(use.id) })),
  }
})

/** Lower limits that accounts exceed wait; everything else holds at once. */
export const updatePlan = verb(
  contract.updatePlan,
  async (ctx, { caller: { userId }, params: { id }, body: { lowering, revision, ...body }, origin }) => {
    const { plan, isRaised } = await transact(ctx, { userId, origin }, async (tx) => {
      const before = await lockPlan(tx, id)
      if (!before) throw new AppError('NOT_FOUND')
      if (revision !== undefined && revision !== (await viewPlan(tx, before)).revision)
        throw changedSinceRead('plan')
      const { max_stored_bytes = before.max_stored_bytes } = body
      const requested = validatePlan({ ...body, max_stored_bytes })
      if (before.name !== requested.name) {
        const message = 'The name of a plan cannot be changed: accounts and subscriptions refer to it'
        throw invalidField('name', message)
      }
      const lowered = loweredLimits(before, requested)
      const waits = (await listAccountsOver(tx, lowered, { limit: 1 })).length > 0
      if (waits && !lowering)
        throw invalidField('lowering', 'Accounts use more than the lower limits: give a reason and confirm')
      if (waits && lowering?.confirm !== before.name)
        throw invalidField('lowering.confirm', `Type ${before.name} to confirm`)
      const after = waits ? { ...requested, ...withoutLowered(before, requested) } : requested
      await savePlan(tx, id, after)
      await planPriceChanges(tx, before, after)
      const description = describePlanChange(before, after, await changePrices(tx, after.name, body.prices))
      if (description) tx.record({ type: 'plan_changed', description })
      if (waits && lowering) await planLimits(tx, lowered, lowering)
      return { plan: await viewPlan(tx, { ...after, id }), isRaised: hasRaisedLimit(before, after) }
    })
    // Accounts that fit now are e-mailed at once, not within the hour.
    if (isRaised) await updatePhases(ctx, await listInGrace(ctx, plan.name, maxAtOnce))
    return { plan }
  },
)

/** Within an hour nobody hears of it; later, those who were mailed are mailed again. */
export const callOffPlannedLimits = verb(
  contract.callOffPlannedLimits,
  (ctx, { caller: { userId }, params: { id }, origin }) =>
    transact(ctx, { userId, origin }, async (tx) => {
      const plan = await lockPlan(tx, id)
      if (!plan) throw new AppError('NOT_FOUND')
      const wereMailed = await callOff(tx, plan.name)
      return {
        message: wereMailed
          ? 'Called off. Those who were mailed get another mail within the hour.'
          : 'Called off. Nobody was mailed.',
      }
    }),
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
        'A subscription or an open checkout sells this plan, a subscription changes to it with its next period, or one to it ended less than 35 days ago. Make the plan inactive instead, and delete it later.',
      )
    // What it changes to is known only when its provider has described it.
    if (await isAnyChanging(tx))
      throw conflict('A customer is changing the plan of a subscription. Try again in a few minutes.')
    await removePlanned(tx, name)
    await priceChangeRows.remove(tx, { plan: name })
    await removePlan(tx, plan)
    tx.record({ type: 'plan_changed', description: `Deleted the plan "${name}"` })
    return { message: 'Plan deleted successfully' }
  }),
)

/** A hash of what operators set of a plan. A plan that is read has its fields in another order than one that is sent. */
const revisionOf = (fields: object): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(fields).sort()))
    .digest('base64url')
    .slice(0, 22)

/** Plans as operators see them. @throws TamperedRowError */
async function viewPlans(
  ctx: DbContext<'secrets'>,
  plans: readonly (NewPlan & Pick<StoredPlan, 'id'>)[],
): Promise<AdminPlan[]> {
  const users = await countUsersByPlan(ctx)
  const prices = await listPrices(ctx)
  const planned = new Map((await plannedRows.list(ctx, {})).map((row) => [row.plan, plannedView(row)]))
  return plans.map(({ isActive, ...plan }) => {
    const fields = {
      ...plan,
      api_features: joinFeatures(plan),
      is_active: isActive,
      prices: prices
        .filter((price) => price.plan === plan.name)
        .flatMap(({ provider, billing_interval, price_ref }) =>
          provider === 'sandbox' ? [] : [{ provider, billing_interval, price_ref }],
        ),
    }
    return {
      ...fields,
      users_count: users.get(plan.name) ?? 0,
      planned: planned.get(plan.name) ?? null,
      revision: revisionOf(fields),
    }
  })
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
