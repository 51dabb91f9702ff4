import { listLackedPermissions } from '@envhold/contract/permissions.ts'
import { z } from 'zod'
import { conflict, forbidden } from '../../../app-error.ts'
import { parseStored } from '../../../db/parse-stored.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import { changedMeanwhile, operatorOf } from '../../accounts/suspend-account.ts'
import { updatePhase } from '../../archive/phase/update-phase.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { hasOtherSuperAdmin } from '../../roles/role-store.ts'
import { changeUser, type User } from '../../users/user-store.ts'
import { recordOperatorAction } from '../users/operator-action-store.ts'
import { permissionsOf, type RoleRow } from './role-store.ts'

const superAdmin = 'SUPER_ADMIN'

/** What `operator_actions.details` has for the act `assign_role`: the names that both roles had then. */
const roleChangeDetails = z.object({
  from: z.string(),
  from_name: z.string(),
  to: z.string(),
  to_name: z.string(),
})

/** What an act that changed a role stored. @throws StoredJsonError */
export const parseRoleChange = (details: string) => parseStored(roleChangeDetails, details)

interface RoleChange {
  /** Locked. */
  readonly user: User
  /** Undefined if the role that the account has does not exist. */
  readonly from: RoleRow | undefined
  /** Locked. */
  readonly to: RoleRow
  readonly reason: string
}

/**
 * Gives an account another role. Its sessions go on, and have the new permissions from their next call on.
 * @throws AppError CONFLICT; FORBIDDEN for the last SUPER_ADMIN
 */
export async function changeRoleOfUser(tx: Tx, { user, from, to, reason }: RoleChange): Promise<User> {
  if (user.role === to.name) throw conflict('User already has this role')
  if (to.name === superAdmin && user.status !== 'ACTIVE')
    throw conflict('Only an active account can become SUPER_ADMIN.')
  if (user.role === superAdmin && !(await hasOtherSuperAdmin(tx, user.id)))
    throw forbidden('The last SUPER_ADMIN cannot get another role.')
  const changed = await changeUser(tx, user, { role: to.name })
  if (!changed) throw changedMeanwhile()
  // No plan limits the projects of a SUPER_ADMIN.
  if ([user.role, to.name].includes(superAdmin)) await updatePhase(tx, user.id)
  const previous = from?.display_name ?? user.role
  const details: z.output<typeof roleChangeDetails> = {
    from: previous,
    from_name: user.role,
    to: to.display_name,
    to_name: to.name,
  }
  await recordOperatorAction(tx, { userId: user.id, act: 'assign_role', reason, details })
  const { supportEmail } = tx.config
  await queueMail(tx, 'operatorRoleChanged', {
    to: user.email,
    variables: { from: previous, to: to.display_name, reason, supportEmail },
  })
  if (listLackedPermissions(permissionsOf(to), from ? permissionsOf(from) : []).length > 0)
    tx.revoked({ kind: 'role', userId: user.id, subject: to.name })
  const description = `${operatorOf(tx)} changed the role of the account from ${previous} to ${to.display_name}${reason && `: ${reason}`}`
  tx.record({ type: 'role_assigned', description, userId: user.id, origin: null })
  return changed
}
