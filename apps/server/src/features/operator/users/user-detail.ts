import type { UserDetail } from '@envhold/contract/operator/users.ts'
import { AppError } from '../../../app-error.ts'
import type { DbContext } from '../../../context.ts'
import { wireTime } from '../../../http/wire-time.ts'
import { readFactors } from '../../accounts/factors/factor-store.ts'
import { listAccountEvents } from '../../activity/account-event-store.ts'
import { listSubscriptions } from '../../billing/subscriptions/subscription-store.ts'
import { findAccountPhase, untouched } from '../../plans/account-phase-store.ts'
import { planDisplayName } from '../../plans/plan-store.ts'
import { findUser, type User } from '../../users/user-store.ts'
import { listOperatorActions } from './operator-action-store.ts'
import { findUsedBy } from './user-detail-store.ts'
import { timeOrNull, viewOperatorActions, viewUsers } from './user-view.ts'

const shownActions = 100
const shownEvents = 50

type UserContext = DbContext<'secrets' | 'clock' | 'config'>

/** An account as its own page shows it. @throws AppError NOT_FOUND; TamperedRowError */
export async function viewUserDetail(ctx: UserContext, id: number): Promise<UserDetail> {
  const user = await findUser(ctx, id)
  if (!user) throw new AppError('NOT_FOUND', { message: 'This account does not exist.' })
  const [listed] = await viewUsers(ctx, [user])
  if (!listed) throw new AppError('NOT_FOUND')
  const [paid, used, acts, events] = await Promise.all([
    readPaid(ctx, user),
    readUsed(ctx, id),
    listOperatorActions(ctx.db, id, shownActions),
    listAccountEvents(ctx.db, id, shownEvents),
  ])
  return {
    ...listed,
    firstName: user.first_name,
    lastName: user.last_name,
    email_verified_at: timeOrNull(user.email_verified_at),
    ...paid,
    ...used,
    acts: viewOperatorActions(acts).map((act, index) => ({
      ...act,
      operator: acts[index]?.operator ?? null,
    })),
    events: events.map(({ type, at }) => ({ type, created_at: wireTime(at) })),
  }
}

async function readPaid(
  ctx: UserContext,
  user: User,
): Promise<Pick<UserDetail, 'plan' | 'subscription' | 'phase'>> {
  const subscription = (await listSubscriptions(ctx, user.id)).at(-1)
  const { phase, grace_end } = (await findAccountPhase(ctx, user.id)) ?? untouched(user.id)
  return {
    plan: { name: user.plan, display_name: await planDisplayName(ctx, user.plan) },
    subscription: subscription
      ? {
          status: subscription.status,
          provider: subscription.provider,
          current_period_end: timeOrNull(subscription.period_end),
          cancel_at: timeOrNull(subscription.cancel_at),
        }
      : null,
    phase: { name: phase, grace_end: timeOrNull(phase === 'grace' ? grace_end : null) },
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
    last_seen_at: timeOrNull(used.lastSeenAt),
    last_sign_in_at: timeOrNull(used.lastSignInAt),
  }
}
