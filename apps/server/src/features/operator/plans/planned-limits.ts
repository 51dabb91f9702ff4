/**
 * Lower limits of a plan that wait. For an hour they are undone without a trace; then those whom they touch are mailed,
 * and the limits hold when the notice is over.
 */
import { freePlan, unlimited } from '@envhold/contract/billing/plans.ts'
import type { PlannedLimits } from '@envhold/contract/operator/plans.ts'
import { lowering } from '@envhold/contract/operator/plans.ts'
import { conflict } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { plannedLimits } from '../../../db/schema/accounts.ts'
import { signedRows } from '../../../db/signed-rows.ts'
import { tableRows } from '../../../db/table-rows.ts'
import type { Row } from '../../../db/tables.ts'
import { wireTime } from '../../../http/responses/wire-time.ts'
import { daysMs } from '../../../jobs/retention-rule.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import { dayOf } from '../../../mail/wording.ts'
import { graceMs } from '../../archive/phase/facts.ts'
import { allowanceText } from '../../archive/phase/mail-effects.ts'
import { updatePhase } from '../../archive/phase/update-phase.ts'
import { type Tx, transact } from '../../audit-log/tx.ts'
import { markLoweredLimit } from '../../plans/account-phase-store.ts'
import { findPlan, lockPlan, type StoredPlan, savePlan } from '../../plans/plan-store.ts'
import { findUser } from '../../users/user-store.ts'
import { describePlanChange, loweredLimits } from './plan-changes.ts'
import { type AccountOver, type Limit, listAccountsOver, listUse } from './plan-use-store.ts'

type Planned = Row<'planned_limits'>

export const plannedRows = signedRows(plannedLimits)

const notices = tableRows('limit_notices')

/** Forgets what waits for a plan, and who was mailed about it. */
export async function removePlanned(tx: Tx, plan: string): Promise<void> {
  await notices.remove(tx, { plan })
  await plannedRows.remove(tx, { plan })
}

const isAnnounced = ({ mailed_to, announced_at }: Planned) => mailed_to > 0 || announced_at !== null

export const plannedView = (row: Planned): PlannedLimits => ({
  max_projects: row.max_projects,
  max_collaborators: row.max_collaborators,
  reason: row.reason,
  created_at: wireTime(row.created_at),
  mails_at: wireTime(row.created_at + lowering.undoMs),
  applies_at: wireTime(row.applies_at),
  state: row.called_off_to !== null ? 'called-off' : isAnnounced(row) ? 'announced' : 'waiting',
})

interface Lowering {
  readonly reason: string
  readonly notice_days: number
}

/** Plans lower limits of a plan, which is locked. @throws AppError CONFLICT while others wait */
export async function planLimits(
  tx: Tx,
  { plan, maxProjects, maxCollaborators }: Limit,
  { reason, notice_days }: Lowering,
): Promise<void> {
  if (await plannedRows.has(tx, { plan }))
    throw conflict('Lower limits of this plan wait already. Call them off first, and wait until it is gone.')
  const created_at = tx.clock()
  const applies_at = created_at + lowering.undoMs + daysMs(notice_days)
  const limits = { plan, max_projects: maxProjects, max_collaborators: maxCollaborators }
  const progress = { mailed_to: 0, announced_at: null, called_off_to: null }
  await plannedRows.insert(tx, { ...limits, reason, notice_days, created_at, applies_at, ...progress })
  const named = [
    ...(maxProjects === unlimited ? [] : [`projects ${maxProjects}`]),
    ...(maxCollaborators === unlimited ? [] : [`collaborators ${maxCollaborators}`]),
  ].join(', ')
  const description = `Planned lower limits of the plan "${plan}" from ${dayOf(applies_at)}: ${named}. Reason: ${reason}`
  tx.record({ type: 'plan_changed', description })
}

/** Calls off what waits for a plan, which is locked. @returns whether mails had left */
export async function callOff(tx: Tx, plan: string): Promise<boolean> {
  const row = await plannedRows.lock(tx, { plan })
  if (!row || row.called_off_to !== null) throw conflict('No lower limits of this plan wait.')
  if (isAnnounced(row)) await plannedRows.change(tx, row, { called_off_to: 0 })
  else await removePlanned(tx, plan)
  tx.record({ type: 'plan_changed', description: `Called off the lower limits of the plan "${plan}"` })
  return isAnnounced(row)
}

const server = { userId: null, origin: null }
const batch = 200

/** Mails those whom planned limits touch, and lets limits hold whose notice is over. @returns how many plans changed */
export async function sweepPlannedLimits(ctx: Context): Promise<number> {
  let changed = 0
  for (const { plan, created_at } of await plannedRows.list(ctx, {})) {
    if (ctx.clock() < created_at + lowering.undoMs) continue
    for (let hasMore = true; hasMore; ) hasMore = await mailBatch(ctx, plan)
    if (await apply(ctx, plan)) changed++
  }
  return changed
}

const lowest = (one: number, other: number) =>
  one === unlimited ? other : other === unlimited ? one : Math.min(one, other)

const limitOf = ({ plan, max_projects, max_collaborators }: Planned): Limit => ({
  plan,
  maxProjects: max_projects,
  maxCollaborators: max_collaborators,
})

/** Mails some of those who were not mailed yet. @returns whether there are more */
const mailBatch = (ctx: Context, name: string): Promise<boolean> =>
  transact(ctx, server, async (tx) => {
    const row = await plannedRows.lock(tx, { plan: name })
    const plan = row && (await findPlan(tx, name))
    if (!plan) return false
    if (row.called_off_to !== null) return await mailCalledOff(tx, plan, row, row.called_off_to)
    if (row.announced_at !== null) return false
    const now = tx.clock()
    // Those who are in a grace period at once are mailed about that.
    const isSilent = plan.name === freePlan && row.notice_days === 0
    const range = { after: row.mailed_to, limit: batch }
    const accounts = isSilent ? [] : await listAccountsOver(tx, limitOf(row), range)
    // A mail that leaves late moves the day: the notice begins with it.
    const applies_at =
      row.mailed_to === 0 ? Math.max(row.applies_at, now + daysMs(row.notice_days)) : row.applies_at
    for (const use of await listUse(
      tx,
      accounts.map(({ id }) => id),
    ))
      await mailAccount(tx, plan, { ...row, applies_at }, use)
    const last = accounts.at(-1)?.id
    const isLast = last === undefined || accounts.length < batch
    await plannedRows.change(tx, row, {
      applies_at,
      mailed_to: last ?? row.mailed_to,
      announced_at: isLast ? now : null,
    })
    return !isLast
  })

/** Mails some of those who were mailed that nothing changes. @returns whether there are more */
async function mailCalledOff(tx: Tx, plan: StoredPlan, row: Planned, after: number): Promise<boolean> {
  const mailed = await notices.list(
    tx,
    (is) => is.and([is('plan', '=', plan.name), is('user_id', '>', after)]),
    { orderBy: ['user_id'], limit: batch },
  )
  for (const { user_id } of mailed) {
    const to = await findRecipient(tx, user_id)
    if (to !== undefined)
      await queueMail(tx, 'planLimitsCalledOff', { to, variables: { plan: plan.display_name } })
  }
  const last = mailed.at(-1)
  if (!last || mailed.length < batch) {
    await removePlanned(tx, plan.name)
    return false
  }
  await plannedRows.change(tx, row, { called_off_to: last.user_id })
  return true
}

/** The e-mail address of an account. The owner of a deleted one has nothing to decide. */
async function findRecipient(tx: Tx, userId: number): Promise<string | undefined> {
  const user = await findUser(tx, userId)
  return user?.status === 'INACTIVE' ? undefined : user?.email
}

type Use = Awaited<ReturnType<typeof listUse>>[number]

async function mailAccount(tx: Tx, plan: StoredPlan, row: Planned, use: Use): Promise<void> {
  const to = await findRecipient(tx, use.id)
  if (to === undefined) return
  await notices.insertOne(tx, { plan: plan.name, user_id: use.id })
  const name = plan.display_name
  const allows = allowanceText({
    maxProjects: lowest(plan.max_projects, row.max_projects),
    maxCollaborators: lowest(plan.max_collaborators, row.max_collaborators),
  })
  const has = allowanceText({ maxProjects: use.projects, maxCollaborators: use.collaborators })
  const graceDays = plan.name === freePlan ? graceMs / daysMs(1) : 0
  await queueMail(tx, 'planLimitsLowered', {
    to,
    variables: { plan: name, allows, has, day: row.applies_at, graceDays, reason: row.reason },
  })
}

/** Lets planned limits hold if their notice is over. @returns whether they do */
async function apply(ctx: Context, name: string): Promise<boolean> {
  const applied = await transact(ctx, server, async (tx) => {
    const current = await findPlan(tx, name)
    const before = current && (await lockPlan(tx, current.id))
    const row = await plannedRows.lock(tx, { plan: name })
    if (!before || !row || row.called_off_to !== null || row.announced_at === null) return undefined
    if (tx.clock() < row.applies_at) return undefined
    const after = {
      ...before,
      max_projects: lowest(before.max_projects, row.max_projects),
      max_collaborators: lowest(before.max_collaborators, row.max_collaborators),
    }
    await savePlan(tx, before.id, after)
    await removePlanned(tx, name)
    const description = describePlanChange(before, after, [])
    if (description) tx.record({ type: 'plan_changed', description: `${description}, as planned` })
    // Who pays is served: a lower limit of a paid plan only stops them from adding more.
    if (name !== freePlan) return []
    const accounts = await listAccountsOver(tx, loweredLimits(before, after))
    await markAccounts(tx, accounts)
    return accounts
  })
  if (!applied) return false
  const entering = applied.filter(({ entersGrace }) => entersGrace)
  await updatePhases(
    ctx,
    entering.map(({ id }) => id),
  )
  return true
}

const markedAtOnce = 500

/** Marks accounts that use more than a lowered limit, in the transaction that lowers it. */
async function markAccounts(tx: Tx, accounts: readonly AccountOver[]): Promise<void> {
  for (let index = 0; index < accounts.length; index += markedAtOnce) {
    const ids = accounts.slice(index, index + markedAtOnce).map(({ id }) => id)
    await tx.lock(ids)
    await markLoweredLimit(tx, ids)
  }
}

/** So many accounts follow a change of limits at once; the others follow with the hourly work. */
export const maxAtOnce = 100

/**
 * Brings accounts into the state that follows from new limits, each in its own transaction. One that fails is left to
 * the hourly work, which finds it again.
 */
export async function updatePhases(ctx: Context, accounts: readonly number[]): Promise<void> {
  for (const userId of accounts.slice(0, maxAtOnce))
    try {
      await transact(ctx, { userId, origin: null }, async (tx) => {
        await tx.lock([userId])
        await updatePhase(tx, userId)
      })
    } catch (error) {
      ctx.log.taskFailed({ task: 'account-phases', error })
    }
}
