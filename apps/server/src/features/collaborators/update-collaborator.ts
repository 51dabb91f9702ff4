import type { Collaborator, updateCollaborator as endpoint } from '@envhold/contract/collaborators.ts'
import { may } from '@envhold/contract/roles.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { actedBy } from '../audit-log/acted-by.ts'
import { type Tx, transact } from '../audit-log/tx.ts'
import { listEnvironmentIds } from '../environments/environment-store.ts'
import { requireEnvironmentsOf } from '../environments/require-environments-of.ts'
import { grantEnvironments } from '../grants/grant-environments.ts'
import { revokeEnvironments } from '../grants/revoke-environments.ts'
import type { KeyHolder } from '../keyring/key-holder.ts'
import type { Keyring } from '../keyring/keyring.ts'
import { listPrincipalsOfUser } from '../keyring/principal-store.ts'
import { unlock } from '../keyring/unlock.ts'
import { unlockIfGiven } from '../keyring/unlock-if-given.ts'
import { changeMembership, environmentsText, sharedIn } from '../projects/membership-store.ts'
import { requireProject } from '../projects/project-access.ts'
import { collaboratorView } from './collaborator-view.ts'
import { notifyRoleChanged } from './notify-collaborator.ts'
import {
  type CollaboratorRow,
  principalsOfCollaborator,
  requireCollaborator,
} from './require-collaborator.ts'
import { requireShareable } from './require-shareable.ts'

type Request = Call<typeof endpoint>

/** What a request changes about a member, as the member is now. */
function changesOf({ body }: Pick<Request, 'body'>, member: CollaboratorRow) {
  const had = sharedIn(member)
  const wanted = body.environments ?? had
  const role = body.role ?? member.role
  return {
    role,
    environments: environmentsText(wanted),
    added: wanted.filter((id) => !had.includes(id)),
    removed: had.filter((id) => !wanted.includes(id)),
    isRaised: may(role, 'write') && !may(member.role, 'write'),
  }
}

type Changes = ReturnType<typeof changesOf>

/** Changes a member's role, which is asked on every call, or environments: more need the vault, fewer are re-keyed. */
export async function updateCollaborator(ctx: Context, ring: Keyring, call: Request): Promise<Collaborator> {
  const { caller, params, origin } = call
  await requireProject(ctx, caller, params.id, 'own')
  const { added } = changesOf(call, await requireCollaborator(ctx, params.id, params.userId))
  const holder = added.length > 0 ? await unlock(ctx, ring, call) : await unlockIfGiven(ctx, ring, call)
  return await transact(ctx, actedBy(caller, origin), async (tx) => {
    await tx.lock([caller.userId, params.userId])
    const { project } = await requireProject(tx, caller, params.id, 'own')
    const member = await requireCollaborator(tx, params.id, params.userId)
    const changes = changesOf(call, member)
    const { role, environments } = changes
    const existing = await listEnvironmentIds(tx, project.id)
    const view = (row: CollaboratorRow) => collaboratorView(row, (id) => existing.includes(id))
    if (role === member.role && environments === member.environments) return view(member)
    if (changes.isRaised || changes.added.length > 0) requireShareable(caller, role)
    await requireEnvironmentsOf(tx, project.id, changes.added, 'environments')
    await moveKeys(tx, member, changes, holder)
    const changed = { ...member, ...(await changeMembership(tx, member, { role, environments })) }
    await notifyRoleChanged(tx, changed, project)
    tx.record({
      type: 'user_role_changed',
      severity: 'medium',
      description: `Changed what ${member.username} may do in "${project.name}" (${role})`,
      projectId: project.id,
    })
    return view(changed)
  })
}

async function moveKeys(
  tx: Tx,
  member: CollaboratorRow,
  { added, removed }: Changes,
  holder: KeyHolder | null,
): Promise<void> {
  await tx.hold([...added, ...removed])
  const { principals } = await principalsOfCollaborator(tx, member)
  await revokeEnvironments(tx, { principals, environmentIds: removed, holder })
  if (added.length === 0) return
  if (!holder) throw new AppError('MASTER_PASSWORD_REQUIRED')
  const recipients = await listPrincipalsOfUser(tx, member.user_id)
  await grantEnvironments(tx, holder, recipients, added)
}
