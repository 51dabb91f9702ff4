import { conflict, notFound } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { type Tx, transact } from '../../features/audit-log/tx.ts'
import { changeRoleOfUser } from '../../features/operator/roles/change-role-of-user.ts'
import { findRoleRowByName, listRoleRows, lockRole } from '../../features/operator/roles/role-store.ts'
import { findUser, type User } from '../../features/users/user-store.ts'
import { actor } from '../command.ts'
import { findAccount } from './find-account.ts'

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
    if (to.name === 'SUPER_ADMIN' && user.status !== 'ACTIVE')
      throw conflict('Only an active account can become SUPER_ADMIN.')
    return await changeRoleOfUser(tx, { user, from: await findRoleRowByName(tx, user.role), to, reason })
  })

async function requireRole(tx: Tx, name: string) {
  const roleRow = await findRoleRowByName(tx, name)
  const role = roleRow && (await lockRole(tx, roleRow.id))
  if (role) return role
  const names = (await listRoleRows(tx)).map((row) => row.name)
  throw notFound(`There is no such role. There are: ${names.join(', ')}.`)
}
