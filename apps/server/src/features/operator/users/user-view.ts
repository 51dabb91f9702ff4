import type { operatorActionInfo } from '@envhold/contract/operator/operator-actions.ts'
import type { ListedUser, UserDetail } from '@envhold/contract/operator/users.ts'
import type { z } from 'zod'
import { AppError, notFound } from '../../../app-error.ts'
import type { DbContext } from '../../../context.ts'
import { wireTime, wireTimeOrNull } from '../../../http/responses/wire-time.ts'
import { restoreWindowMs } from '../../accounts/delete-permanently.ts'
import { readFactors } from '../../accounts/factors/factor-store.ts'
import { listAccountEvents } from '../../activity/instance-wide/instance-store.ts'
import { listSubscriptions } from '../../billing/subscriptions/subscription-store.ts'
import { findAccountPhase, untouched } from '../../plans/account-phase-store.ts'
import { readStoredBytes } from '../../projects/storage-store.ts'
import { findUser, type User } from '../../users/user-store.ts'
import { listOperatorActions, type RecordedAction } from './operator-action-store.ts'
import { countProjects, findSuspensions, findUsedBy } from './user-list-store.ts'
import { planNamesOf, rolesOf } from './user-names.ts'

/** Until when the owner of a deleted account can restore it. */
const graceEndOf = ({ deleted_at }: Pick<User, 'deleted_at'>): number | null =>
  deleted_at === null ? null : deleted_at + restoreWindowMs

/** Accounts as the lists of operators show them. @throws TamperedRowError */
export async function viewUsers(ctx: DbContext<'secrets'>, users: readonly User[]): Promise<ListedUser[]> {
  const suspended = users.filter(({ status }) => status === 'SUSPENDED').map(({ id }) => id)
  const ids = users.map(({ id }) => id)
  const [counts, stored, suspensions, roles, plans] = await Promise.all([
    countProjects(ctx.db, ids),
    readStoredBytes(ctx.db, ids),
    findSuspensions(ctx, suspended),
    rolesOf(ctx, users),
    planNamesOf(ctx, users),
  ])
  return users.map((user) => {
    const { id, username, email, status } = user
    const suspension = suspensions.get(id)
    const role = roles.get(user.role)
    return {
      id,
      username,
      email,
      status,
      suspendedReason: user.suspended_reason,
      suspendedBy: suspension?.operator ?? null,
      suspendedAt: wireTimeOrNull(suspension?.at ?? null),
      grace_ends_at: wireTimeOrNull(graceEndOf(user)),
      created_at: wireTime(user.created_at),
      roles: role ? [{ id: role.id, name: role.name, display_name: role.display_name }] : [],
      plan: { name: user.plan, display_name: plans.get(user.plan) ?? user.plan },
      _count: counts(id),
      stored_bytes: stored.get(id) ?? 0,
    }
  })
}

/** An act as the user of the account reads it, without the operator's name. */
export const viewOperatorAction = ({
  id,
  act,
  reason,
  details,
  created_at,
}: RecordedAction): z.output<typeof operatorActionInfo> => ({
  id,
  act,
  reason,
  details,
  created_at: wireTime(created_at),
})

/** How many acts on an account are shown. */
export const shownActions = 100
const shownEvents = 50

type UserContext = DbContext<'secrets' | 'clock' | 'config'>

/** An account as its own page shows it. @throws AppError NOT_FOUND; TamperedRowError */
export async function viewUserDetail(ctx: UserContext, id: number): Promise<UserDetail> {
  const user = await findUser(ctx, id)
  if (!user) throw notFound('This account does not exist.')
  const [listed] = await viewUsers(ctx, [user])
  if (!listed) throw new AppError('NOT_FOUND')
  const [paid, used, acts, events] = await Promise.all([
    readPaid(ctx, user),
    readUsed(ctx, id),
    listOperatorActions(ctx, id, shownActions),
    listAccountEvents(ctx.db, id, shownEvents),
  ])
  return {
    ...listed,
    firstName: user.first_name,
    lastName: user.last_name,
    email_verified_at: wireTimeOrNull(user.email_verified_at),
    ...paid,
    ...used,
    acts: acts.map((act) => ({ ...viewOperatorAction(act), operator: act.operator })),
    events: events.map(({ type, at }) => ({ type, created_at: wireTime(at) })),
  }
}

async function readPaid(ctx: UserContext, user: User): Promise<Pick<UserDetail, 'subscription' | 'phase'>> {
  const subscription = (await listSubscriptions(ctx, user.id)).at(-1)
  const { phase, grace_end } = (await findAccountPhase(ctx, user.id)) ?? untouched(user.id)
  return {
    subscription: subscription
      ? {
          status: subscription.status,
          provider: subscription.provider,
          current_period_end: wireTimeOrNull(subscription.period_end),
          cancel_at: wireTimeOrNull(subscription.cancel_at),
        }
      : null,
    phase: { name: phase, grace_end: wireTimeOrNull(phase === 'grace' ? grace_end : null) },
  }
}

async function readUsed(
  ctx: UserContext,
  userId: number,
): Promise<Pick<UserDetail, 'factors' | 'sessions' | 'last_seen_at' | 'last_sign_in_at'>> {
  const { password, totp, passkeys, identities } = await readFactors(ctx, userId)
  const used = await findUsedBy(ctx.db, userId, ctx.clock())
  return {
    factors: {
      password,
      totp,
      passkeys,
      provider_identities: identities,
      master_password: used.hasMasterPassword,
    },
    sessions: used.sessions,
    last_seen_at: wireTimeOrNull(used.lastSeenAt),
    last_sign_in_at: wireTimeOrNull(used.lastSignInAt),
  }
}
