import type { createProject as endpoint, Project } from '@envhold/contract/projects.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Call } from '../../http/route.ts'
import { actedBy } from '../audit-log/acted-by.ts'
import { appendActivity } from '../audit-log/append-activity.ts'
import type { Keyring } from '../keyring/keyring.ts'
import { unlock } from '../keyring/unlock.ts'
import { planOf, requireRoom } from '../plans/limits.ts'
import { lockUser } from '../users/user-store.ts'
import { requireProject } from './project-access.ts'
import { countOwnedProjects, insertProject } from './project-store.ts'
import { projectView } from './project-view.ts'

/** @throws AppError LIMIT_REACHED when the plan has no room */
export async function createProject(
  ctx: Context,
  ring: Keyring,
  { caller, body, origin, masterPassword }: Call<typeof endpoint>,
): Promise<Project> {
  await unlock(ctx, ring, caller, masterPassword, origin)
  return await inTransaction(ctx, async (tx) => {
    const ownerId = caller.userId
    await lockUser(tx, ownerId)
    requireRoom(await planOf(tx, ownerId), 'projects', await countOwnedProjects(tx.db, ownerId))
    const description = body.description?.trim() || null
    const id = await insertProject(tx, { ownerId, name: body.name, description })
    const view = await projectView(tx, await requireProject(tx, caller, id, 'own'))
    await appendActivity(tx, [
      {
        ...actedBy(caller, origin),
        type: 'project_created',
        severity: 'low',
        description: `Created the project "${body.name}"`,
        projectId: id,
      },
    ])
    return view
  })
}
