/** The archive: projects that the plan does not allow any more, kept for a while. */
import * as contract from '@envhold/contract/archive.ts'
import type { Context } from '../../context.ts'
import { type Route, route } from '../../http/route.ts'
import { archiveExcess } from './archive-excess.ts'
import { archiveOwnProject } from './archive-project.ts'
import { listArchivedProjects } from './list-archived-projects.ts'
import { complianceRoutes } from './phase/routes.ts'
import { restoreProject } from './restore-project.ts'

export const archiveRoutes = (ctx: Context): Route[] => [
  route(contract.listArchivedProjects, async ({ caller }) => ({
    json: await listArchivedProjects(ctx, caller),
  })),
  route(contract.archiveProject, async (call) => ({ json: await archiveOwnProject(ctx, call) })),
  route(contract.archiveExcess, async (call) => ({ json: await archiveExcess(ctx, call) })),
  route(contract.restoreProject, async (call) => ({ json: await restoreProject(ctx, call) })),
  ...complianceRoutes(ctx),
]
