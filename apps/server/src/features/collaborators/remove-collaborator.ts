import type { removeCollaborator as endpoint } from '@envhold/contract/collaborators.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { updatePhase } from '../archive/phase/update-phase.ts'
import { actedBy } from '../audit-log/acted-by.ts'
import { transact } from '../audit-log/tx.ts'
import type { Keyring } from '../keyring/keyring.ts'
import { unlockIfGiven } from '../keyring/unlock.ts'
import { requireProject } from '../projects/project-access.ts'
import { endMembership } from './end-membership.ts'
import { notifyRemoved } from './notify-collaborator.ts'
import { requireCollaborator } from './require-collaborator.ts'

/**
 * Ends a membership: the owner removes a collaborator, or a collaborator leaves. Access ends at once. The
 * collaborator's environments are re-keyed now if the vault is unlocked.
 * @returns how many environments have a pending re-key
 */
export async function removeCollaborator(
  ctx: Context,
  ring: Keyring,
  call: Call<typeof endpoint>,
): Promise<number> {
  const { caller, params, origin } = call
  const isLeaving = params.userId === caller.userId
  const act = isLeaving ? 'secure own access' : 'secure'
  const { project } = await requireProject(ctx, caller, params.id, act)
  await requireCollaborator(ctx, params.id, params.userId)
  const holder = await unlockIfGiven(ctx, ring, call)
  const by = actedBy(caller, origin)
  return await transact(ctx, by, async (tx) => {
    await tx.lock([project.owner_id, params.userId])
    await requireProject(tx, caller, params.id, act)
    const collaborator = await requireCollaborator(tx, params.id, params.userId)
    const pending = await endMembership(tx, collaborator, holder)
    if (!isLeaving) await notifyRemoved(tx, collaborator, project)
    tx.record({
      type: isLeaving ? 'user_left' : 'user_removed',
      severity: 'medium',
      description: isLeaving
        ? `${collaborator.username} left "${project.name}"`
        : `Removed ${collaborator.username} from "${project.name}"`,
      projectId: project.id,
    })
    await updatePhase(tx, project.owner_id)
    return pending
  })
}
