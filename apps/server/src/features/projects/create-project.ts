import type { createProject as endpoint, Project } from '@envhold/contract/projects.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { actedBy } from '../audit-log/acted-by.ts'
import { transactOnce } from '../audit-log/tx.ts'
import { unlock } from '../keyring/unlock.ts'
import { planOf, requireRoom } from '../plans/limits.ts'
import { requireProject } from './project-access.ts'
import type { ProjectDeps } from './project-deps.ts'
import { countOwnedProjects, insertProject } from './project-store.ts'
import { projectView } from './project-view.ts'
import { requireRight } from './require-right.ts'

/** @throws AppError LIMIT_REACHED when the plan allows no more, PROJECT_READ_ONLY when there are too many already */
export async function createProject(
  ctx: Context,
  { ring, makeRoomForProject }: Pick<ProjectDeps, 'ring' | 'makeRoomForProject'>,
  call: Call<typeof endpoint>,
): Promise<Project> {
  const { caller, body, origin, reservation } = call
  await unlock(ctx, ring, call)
  return await transactOnce(ctx, actedBy(caller, origin), reservation, async (tx) => {
    const ownerId = caller.userId
    await tx.lock([ownerId])
    await requireRight(tx, ownerId, 'create project')
    requireRoom(await planOf(tx, ownerId), 'projects', await countOwnedProjects(tx.db, ownerId))
    await makeRoomForProject(tx, ownerId)
    const description = body.description?.trim() || null
    const id = await insertProject(tx, { ownerId, name: body.name, description })
    const view = await projectView(tx, await requireProject(tx, caller, id, 'read'))
    tx.created(id)
    tx.record({
      type: 'project_created',
      severity: 'low',
      description: `Created the project "${body.name}"`,
      projectId: id,
    })
    return view
  })
}
