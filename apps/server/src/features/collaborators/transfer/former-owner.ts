import type { Tx } from '../../audit-log/tx.ts'
import { listEnvironmentIds } from '../../environments/environment-store.ts'
import { revokeEnvironments } from '../../grants/revoke-environments.ts'
import { grantedEnvironments } from '../../keyring/grant-store.ts'
import type { KeyHolder } from '../../keyring/keyring.ts'
import {
  changeOwnerOfPrincipals,
  deleteRevokedPrincipals,
  isSamePrincipal,
  listPrincipalsOfUser,
  principalOf,
  type StoredPrincipal,
} from '../../keyring/principal-store.ts'
import { environmentsText, insertMembership } from '../../projects/membership-store.ts'
import type { Transfer } from './transfer-store.ts'

/**
 * Gives the former owner of a project the access that remains: a membership in every environment that they can open,
 * or none. The other environments are re-keyed with the keys of the new owner. API keys and the links of open
 * invitations become the new owner's.
 */
export async function limitFormerOwner(tx: Tx, transfer: Transfer, holder: KeyHolder): Promise<void> {
  const { project_id, from_id, to_id, remaining_role } = transfer
  await changeOwnerOfPrincipals(tx, { project_id, user_id: from_id }, to_id)
  const existing = await listEnvironmentIds(tx, project_id)
  const opened = await grantedEnvironments(tx.db, { kind: 'user', id: from_id }, project_id)
  const remaining = remaining_role === 'none' ? [] : opened
  const environmentIds = existing.filter((id) => !remaining.includes(id))
  const principals = await principalsOf(tx, from_id)
  await revokeEnvironments(tx, { principals, environmentIds, holder })
  await deleteRevokedPrincipals(tx.db)
  if (remaining_role === 'none') return
  const now = tx.clock()
  await insertMembership(tx, {
    project_id,
    user_id: from_id,
    role: remaining_role,
    environments: environmentsText(remaining),
    keys_pending: 0,
    held_at: null,
    invited_at: now,
    accepted_at: now,
  })
}

/** Rosters still contain a user who started an empty vault. */
async function principalsOf(tx: Tx, userId: number): Promise<StoredPrincipal[]> {
  const principals = (await listPrincipalsOfUser(tx, userId)).map(principalOf)
  const user: StoredPrincipal = { kind: 'user', id: userId }
  return principals.some((principal) => isSamePrincipal(principal, user)) ? principals : [user, ...principals]
}
