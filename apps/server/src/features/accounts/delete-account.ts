import { type deleteAccount as endpoint, restoreWindowDays } from '@envhold/contract/account-settings.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { wireTime } from '../../http/wire-time.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { transact } from '../audit-log/tx.ts'
import type { SessionDeps } from '../sessions/session-deps.ts'
import { deleteSessionsOf } from '../sessions/session-store.ts'
import { hasOtherSuperAdmin } from '../users/super-admin-store.ts'
import { changeUser, findUser, hasPassword, type User } from '../users/user-store.ts'
import { requireOwnPassword } from './step-up/require-own-password.ts'
import { restoreWindowMs } from './sweep-accounts.ts'

const wrong = () => new AppError('INVALID_CREDENTIALS', { message: 'The password is incorrect.' })
const lastOperator = () =>
  new AppError('FORBIDDEN', {
    message: 'This is the only operator of this server. Make someone else an operator first.',
  })

/**
 * Deactivates the account at once: its sessions end, and its tokens and the API keys of its projects are rejected from
 * the next call on. Nothing is destroyed during the restore window, so signing in restores everything.
 */
export async function deleteAccount(
  ctx: Context,
  deps: SessionDeps,
  call: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const { caller, origin } = call
  const { userId, username } = caller
  const user = await requireOwner(ctx, deps, call)
  const deletedAt = ctx.clock()
  await transact(ctx, { userId, origin }, async (tx) => {
    await tx.lock([userId])
    if (user.role === 'SUPER_ADMIN' && !(await hasOtherSuperAdmin(tx, userId))) throw lastOperator()
    if (!(await changeUser(tx, user, { status: 'INACTIVE', deleted_at: deletedAt }))) throw wrong()
    await deleteSessionsOf(tx.db, userId)
    const until = deletedAt + restoreWindowMs
    await queueMail(tx, 'accountDeleted', { to: user.email, variables: { until } })
    tx.revoked({ kind: 'account', userId })
    const description = `${username} deleted the account`
    tx.record({ type: 'account_deleted', severity: 'high', description })
  })
  deps.unlocked.dropUser(userId)
  const message = `Your account is deleted. Sign in within ${restoreWindowDays} days to restore it.`
  return { message, deleted_at: wireTime(deletedAt) }
}

/** Asks for the password beside the step-up that the call requires; an account without one has only that. */
async function requireOwner(ctx: Context, deps: SessionDeps, call: Call<typeof endpoint>): Promise<User> {
  const known = await findUser(ctx, call.caller.userId)
  if (known && !hasPassword(known)) return known
  const { password } = call.body
  if (password === undefined)
    throw new AppError('VALIDATION_FAILED', {
      details: [{ path: 'password', message: 'Password is required' }],
    })
  return await requireOwnPassword(ctx, deps, call, {
    password,
    purpose: 'delete the account',
    rejection: wrong,
  })
}
