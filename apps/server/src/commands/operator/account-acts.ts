import { AppError, conflict, notFound } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { issueReset, mailReset } from '../../features/accounts/mailed-links/issue-reset.ts'
import { type Tx, transact } from '../../features/audit-log/tx.ts'
import { changeRoleOfUser } from '../../features/operator/roles/change-role-of-user.ts'
import { findRoleRowByName, listRoleRows, lockRole } from '../../features/operator/roles/role-store.ts'
import { recordOperatorAction } from '../../features/operator/users/operator-action-store.ts'
import { findUser, type User } from '../../features/users/user-store.ts'
import { actor } from '../command.ts'
import { findAccount } from './find-account.ts'

const origin = { requestId: 'operator', ip: '', userAgent: 'envhold-server operator' }

/**
 * Starts a reset: the user chooses the password, the operator never does.
 * @returns the link if there is no mail server to send it. It is not stored and cannot be shown again
 * @throws AppError NOT_FOUND, CONFLICT, UNAVAILABLE
 */
export async function startResetOf(
  ctx: Context,
  account: string,
): Promise<{ readonly user: User; readonly link: string | null }> {
  const { user, reset } = await transact(ctx, actor, async (tx) => {
    const user = await findAccount(tx, account)
    await tx.lock([user.id])
    const reset = await issueReset(tx, user, origin)
    if (reset)
      await recordOperatorAction(tx, { userId: user.id, act: 'start_reset', reason: '', details: {} })
    return { user, reset }
  })
  if (!reset)
    throw conflict('This account is deleted, or got three links within the last hour. Try again later.')
  if (!ctx.mail.hasServer) return { user, link: reset.variables.link }
  if (!(await mailReset(ctx, reset)))
    throw new AppError('UNAVAILABLE', {
      message: 'The mail could not be sent. Check SMTP_URL and try again.',
    })
  return { user, link: null }
}

interface NewRole {
  /** Its name, in any case. */
  readonly role: string
  readonly reason: string
}

/**
 * Gives an account any role: who runs a command on this machine may do everything.
 * @throws AppError NOT_FOUND, CONFLICT; FORBIDDEN for the last SUPER_ADMIN
 */
export const setRole = (ctx: Context, account: string, { role, reason }: NewRole): Promise<User> =>
  transact(ctx, actor, async (tx) => {
    const { id } = await findAccount(tx, account)
    await tx.lock([id])
    const user = await findUser(tx, id)
    if (!user) throw notFound('There is no such account.')
    const to = await requireRole(tx, role.trim().toUpperCase())
    return await changeRoleOfUser(tx, { user, from: await findRoleRowByName(tx, user.role), to, reason })
  })

async function requireRole(tx: Tx, name: string) {
  const roleRow = await findRoleRowByName(tx, name)
  const role = roleRow && (await lockRole(tx, roleRow.id))
  if (role) return role
  const names = (await listRoleRows(tx)).map((row) => row.name)
  throw notFound(`There is no such role. There are: ${names.join(', ')}.`)
}
