import * as contract from '@envhold/contract/environments.ts'
import type { Context } from '../../context.ts'
import { type Route, route } from '../../http/route.ts'
import type { Keyring } from '../keyring/keyring.ts'
import { requireProject } from '../projects/project-access.ts'
import { countVariables } from './count-variables.ts'
import { createEnvironment } from './create-environment.ts'
import { deleteEnvironment } from './delete-environment.ts'
import { listEnvironmentRows } from './environment-store.ts'
import { environmentView } from './environment-view.ts'
import { renameEnvironment } from './rename-environment.ts'

export const environmentRoutes = (ctx: Context, ring: Keyring): Route[] => [
  route(contract.listEnvironments, async ({ caller, params }) => {
    const { project } = await requireProject(ctx, ctx.db, caller, params.projectId, 'read')
    const rows = await listEnvironmentRows(ctx, ctx.db, project.id)
    return { json: { environments: rows.map(environmentView) } }
  }),
  route(contract.createEnvironment, async (call) => ({
    json: { environment: await createEnvironment(ctx, ring, call) },
  })),
  route(contract.renameEnvironment, async (call) => ({
    json: { environment: await renameEnvironment(ctx, call) },
  })),
  route(contract.deleteEnvironment, async (call) => {
    await deleteEnvironment(ctx, call)
    return { json: { message: 'Environment deleted successfully!' } }
  }),
  route(contract.countVariables, async ({ caller, body }) => ({
    json: { counts: await countVariables(ctx, caller, body.environmentIds) },
  })),
]
