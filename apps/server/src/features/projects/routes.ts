/** Projects: creating, listing, changing and deleting them, and access to them. */
import * as contract from '@envhold/contract/projects.ts'
import type { Context } from '../../context.ts'
import { type Route, route } from '../../http/route.ts'
import { createProject } from './create-project.ts'
import { deleteProject } from './delete-project.ts'
import { listProjects } from './list-projects.ts'
import { requireProject } from './project-access.ts'
import type { ProjectDeps } from './project-deps.ts'
import { projectView } from './project-view.ts'
import { updateProject } from './update-project.ts'

export const projectRoutes = (ctx: Context, deps: ProjectDeps): Route[] => [
  route(contract.listProjects, async ({ caller }) => ({
    json: { projects: await listProjects(ctx, caller) },
  })),
  route(contract.createProject, async (call) => ({
    json: { project: await createProject(ctx, deps, call) },
  })),
  route(contract.readProject, async ({ caller, params }) => {
    const access = await requireProject(ctx, caller, params.id, 'read')
    return { json: { project: await projectView(ctx, access) } }
  }),
  route(contract.updateProject, async (call) => ({ json: { project: await updateProject(ctx, call) } })),
  route(contract.deleteProject, async (call) => {
    await deleteProject(ctx, deps.updatePhase, call)
    return { json: { message: 'Project deleted successfully!' } }
  }),
]
