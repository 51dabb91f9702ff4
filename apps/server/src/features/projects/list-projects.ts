import type { Project } from '@envhold/contract/projects.ts'
import type { Context } from '../../context.ts'
import type { UserCaller } from '../../http/caller.ts'
import { listOwnedProjects } from './project-store.ts'
import { projectView } from './project-view.ts'

export async function listProjects(
  ctx: Pick<Context, 'db' | 'secrets'>,
  caller: UserCaller,
): Promise<Project[]> {
  const owned = await listOwnedProjects(ctx, ctx.db, caller.userId)
  return owned.map((project) => projectView(project, 'owner'))
}
