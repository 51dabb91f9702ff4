/** Activity in lines: what was done, in sentences. */
import * as contract from '@envhold/contract/activity/activity-lines.ts'
import { verbWithResult } from '../../../http/verb.ts'
import { requireProject } from '../../projects/project-access.ts'
import { accountView, projectView } from '../activity-lists.ts'
import type { ActivityWorld } from '../activity-world.ts'
import { linePageResponse } from './line-response.ts'

/** What was done in a project, limited to the environments that the caller sees. */
export const listProjectActivityLines = verbWithResult(
  contract.listProjectActivityLines,
  async (world: ActivityWorld, call) => {
    const { caller, params, query } = call
    const access = await requireProject(world, caller, params.id, 'read')
    const { project, environments } = access
    return await linePageResponse(world, call, {
      view: projectView(access, query.category),
      projectNames: async () => new Map([[project.id, project.name]]),
      withProject: false,
      isVisible: ({ id }) => environments === null || environments.includes(id),
    })
  },
)

/** What the caller did, and what was done in the caller's projects. */
export const listActivityLines = verbWithResult(
  contract.listActivityLines,
  async (world: ActivityWorld, call) => {
    const { caller, query } = call
    const { view, projectNames, sharedEnvironments } = await accountView(world, caller.userId, query.filter)
    const [owned, shared] = [new Set(view.projectIds), new Set(sharedEnvironments)]
    return await linePageResponse(world, call, {
      view,
      projectNames,
      withProject: true,
      isVisible: ({ id, project_id }) => owned.has(project_id) || shared.has(id),
    })
  },
)
