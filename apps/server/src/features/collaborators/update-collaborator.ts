import type { Collaborator, updateCollaborator as endpoint } from '@envhold/contract/collaborators.ts'
import { may } from '@envhold/contract/roles.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { actedBy } from '../audit-log/acted-by.ts'
import { transact } from '../audit-log/tx.ts'
import { listEnvironmentIds } from '../environments/environment-store.ts'
import type { Keyring } from '../keyring/keyring.ts'
import { listPrincipalsOfUser } from '../keyring/principal-store.ts'
import { changeMembership } from '../projects/membership-store.ts'
import { requireProject } from '../projects/project-access.ts'
import { accessChange, unlockForChange } from './access-change.ts'
import { collaboratorView } from './collaborator-view.ts'
import { moveGrants } from './move-grants.ts'
import { notifyRoleChanged } from './notify-collaborator.ts'
import { requireAllowedChange } from './require-allowed-change.ts'
import {
  type CollaboratorRow,
  principalsOfCollaborator,
  requireCollaborator,
} from './require-collaborator.ts'

type Request = Call<typeof endpoint>

/**
 * Changes a collaborator's role, which every call checks, or their environments. Adding environments needs the vault;
 * removed ones are re-keyed.
 */
export async function updateCollaborator(ctx: Context, ring: Keyring, call: Request): Promise<Collaborator> {
  const { caller, params, body, origin } = call
  await requireProject(ctx, caller, params.id, 'secure')
  const before = await requireCollaborator(ctx, params.id, params.userId)
  const holder = await unlockForChange(ctx, ring, call, accessChange(body, before))
  return await transact(ctx, actedBy(caller, origin), async (tx) => {
    await tx.lock([caller.userId, params.userId])
    const { project } = await requireProject(tx, caller, params.id, 'secure')
    const collaborator = await requireCollaborator(tx, params.id, params.userId)
    const change = accessChange(body, collaborator)
    const { role, environments } = change
    const existing = await listEnvironmentIds(tx, project.id)
    const view = (row: CollaboratorRow) => collaboratorView(row, (id) => existing.includes(id))
    if (change.isNone) return view(collaborator)
    await requireAllowedChange(tx, caller, project, change)
    const { principals } = await principalsOfCollaborator(tx, collaborator)
    const recipients = await listPrincipalsOfUser(tx, collaborator.user_id)
    await moveGrants(tx, holder, change, { principals, recipients })
    const changed = { ...collaborator, ...(await changeMembership(tx, collaborator, { role, environments })) }
    await notifyRoleChanged(tx, changed, project)
    const revoked = { userId: params.userId, projectId: project.id }
    if (!may(role, 'write') && may(collaborator.role, 'write'))
      tx.revoked({ kind: 'collaborator_role', ...revoked })
    for (const environmentId of change.removed)
      tx.revoked({ kind: 'collaborator_environment', ...revoked, environmentId })
    tx.record({
      type: 'user_role_changed',
      severity: 'medium',
      description: `Changed the permission of ${collaborator.username} in "${project.name}" (${role})`,
      projectId: project.id,
    })
    return view(changed)
  })
}
