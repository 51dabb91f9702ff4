/** Plans that operators give accounts for a time. A subscription stays as it is, and counts again afterwards. */
import type { Context } from '../../../context.ts'
import { unlessTampered } from '../../../db/unless-tampered.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import { dayOf } from '../../../mail/wording.ts'
import { updatePhase } from '../../archive/phase/update-phase.ts'
import { type Tx, transact } from '../../audit-log/tx.ts'
import {
  findGrantedPlan,
  type GrantedPlan,
  grantedPlanRows,
  listEndedGrants,
} from '../../plans/granted-plan-store.ts'
import { planDisplayName } from '../../plans/plan-store.ts'
import { findUser, type User } from '../../users/user-store.ts'
import { setPlan } from './account-plan.ts'

/** Gives a locked account a plan until a time, in place of one that was given before. */
export async function grantPlan(
  tx: Tx,
  account: User,
  { plan, reason, ends_at }: Pick<GrantedPlan, 'plan' | 'reason' | 'ends_at'>,
): Promise<void> {
  const created_at = tx.clock()
  await grantedPlanRows.remove(tx, { user_id: account.id })
  await grantedPlanRows.insert(tx, {
    user_id: account.id,
    plan,
    reason,
    granted_by: tx.actor.userId,
    created_at,
    ends_at,
  })
  await follow(tx, account)
  const name = await planDisplayName(tx, plan)
  const description = `An operator gave the ${name} plan until ${dayOf(ends_at)}: ${reason}`
  tx.record({
    type: 'subscription_started',
    description,
    userId: account.id,
    origin: null,
  })
  await queueMail(tx, 'planGranted', { to: account.email, variables: { plan: name, ends: ends_at, reason } })
}

/**
 * Ends a granted plan of a locked account, and says which plan it has now.
 * @param reason null: its time is over
 * @returns whether there was one
 */
export async function endGrantedPlan(tx: Tx, account: User, reason: string | null): Promise<boolean> {
  const granted = await findGrantedPlan(tx, account.id)
  if (!granted) return false
  await grantedPlanRows.remove(tx, { user_id: account.id })
  const plan = await planDisplayName(tx, granted.plan)
  const description =
    reason === null
      ? `The ${plan} plan that an operator gave ended`
      : `An operator took back the ${plan} plan: ${reason}`
  tx.record({
    type: 'subscription_ended',
    severity: 'medium',
    description,
    userId: account.id,
    tokenId: null,
    origin: null,
  })
  const { effects, now } = await follow(tx, account)
  // The mail about a grace period says it too; an operator's reason is nowhere else.
  const isMailed = reason === null && effects.some(({ kind }) => kind === 'grace_started')
  if (isMailed || account.deleted_at !== null) return true
  const variables = {
    plan,
    now: await planDisplayName(tx, now),
    reason: reason ?? '',
  }
  await queueMail(tx, 'grantedPlanEnded', { to: account.email, variables })
  return true
}

async function follow(tx: Tx, account: User) {
  await setPlan(tx, account)
  const effects = await updatePhase(tx, account.id)
  return { effects, now: (await findUser(tx, account.id))?.plan ?? account.plan }
}

const maxAtOnce = 1_000

/** Ends granted plans whose time is over. One that fails stops no other. @returns how many ended */
export async function sweepGrantedPlans(ctx: Context): Promise<number> {
  let ended = 0
  for (const id of await listEndedGrants(ctx, ctx.clock(), maxAtOnce))
    if (await unlessTampered(ctx, 'sweep', () => endIfOver(ctx, id))) ended++
  return ended
}

const endIfOver = (ctx: Context, userId: number) =>
  transact(ctx, { userId, origin: null }, async (tx) => {
    await tx.lock([userId])
    const account = await findUser(tx, userId)
    const granted = await findGrantedPlan(tx, userId)
    if (!account || !granted || granted.ends_at > tx.clock()) return false
    return await endGrantedPlan(tx, account, null)
  })
