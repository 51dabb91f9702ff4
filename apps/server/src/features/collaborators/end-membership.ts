import type { Tx } from '../audit-log/tx.ts'
import { revokeEnvironments } from '../grants/revoke-environments.ts'
import { grantedEnvironments } from '../keyring/grant-store.ts'
import type { KeyHolder } from '../keyring/key-holder.ts'
import { changePrincipal, deleteRevokedPrincipals } from '../keyring/principal-store.ts'
import { deleteMembership, sharedIn } from '../projects/membership-store.ts'
import { type CollaboratorRow, principalsOfCollaborator } from './require-collaborator.ts'

/**
 * Ends a collaborator's access to a project. The owner and the collaborator are locked.
 * @returns how many environments have a pending re-key
 */
export async function endMembership(
  tx: Tx,
  collaborator: CollaboratorRow,
  holder: KeyHolder | null,
): Promise<number> {
  const { user_id: userId, project_id: projectId } = collaborator
  const { principals, links } = await principalsOfCollaborator(tx, collaborator)
  const opened = await grantedEnvironments(tx.db, { kind: 'user', id: userId }, projectId)
  const environmentIds = [...new Set([...sharedIn(collaborator), ...opened])]
  for (const link of links) await changePrincipal(tx, link, { revoked: 1 })
  const pending = await revokeEnvironments(tx, { principals, environmentIds, holder })
  await deleteMembership(tx.db, collaborator)
  await deleteRevokedPrincipals(tx.db)
  tx.revoked({ kind: 'collaborator', userId, projectId })
  return pending
}
