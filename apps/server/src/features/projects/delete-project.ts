import type { deleteProject as endpoint } from '@envhold/contract/projects.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { actedBy } from '../audit-log/acted-by.ts'
import { type Tx, transact } from '../audit-log/tx.ts'
import { requireProject } from './project-access.ts'
import { markProjectDeleted } from './project-store.ts'

/** Brings the owner's account into the state that follows from what it has now. */
export type UpdatePhase = (tx: Tx, userId: number) => Promise<unknown>

/**
 * Stops the project's keys at once, because calls to a deleted project are rejected. Its rows stay for an operator to
 * restore.
 */
export function deleteProject(
  ctx: Context,
  updatePhase: UpdatePhase,
  { caller, params, origin }: Call<typeof endpoint>,
): Promise<void> {
  return transact(ctx, actedBy(caller, origin), async (tx) => {
    // It may be archived at the same time.
    await tx.lock([caller.userId])
    const { project } = await requireProject(tx, caller, params.id, 'delete project')
    await markProjectDeleted(tx, project)
    tx.revoked({ kind: 'project', projectId: project.id })
    tx.record({
      type: 'project_deleted',
      severity: 'high',
      description: `Deleted the project "${project.name}"`,
      projectId: project.id,
    })
    await updatePhase(tx, project.owner_id)
  })
}
