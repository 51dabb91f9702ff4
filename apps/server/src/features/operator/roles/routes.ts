/** Roles: what people may do in the operator area, and who holds them. */
import * as contract from '@envhold/contract/operator/roles.ts'
import type { Context } from '../../../context.ts'
import { type Route, route } from '../../../http/route.ts'
import { assignRole } from './assign-role.ts'
import { createRole } from './create-role.ts'
import { deleteRole } from './delete-role.ts'
import { listRoles } from './list-roles.ts'
import { readRole } from './read-role.ts'
import { readRoleHistory } from './read-role-history.ts'
import { readUserPermissions } from './read-user-permissions.ts'
import { updateRole } from './update-role.ts'

export const roleRoutes = (ctx: Context): Route[] => [
  route(contract.listRoles, async () => ({ json: await listRoles(ctx) })),
  route(contract.readRole, async ({ params }) => ({ json: await readRole(ctx, params.id) })),
  route(contract.createRole, async (call) => ({ json: await createRole(ctx, call) })),
  route(contract.updateRole, async (call) => ({ json: await updateRole(ctx, call) })),
  route(contract.deleteRole, async (call) => ({ json: await deleteRole(ctx, call) })),
  route(contract.assignRole, async (call) => ({ json: await assignRole(ctx, call) })),
  route(contract.readRoleHistory, async ({ params }) => ({ json: await readRoleHistory(ctx, params.id) })),
  route(contract.readUserPermissions, async ({ params }) => ({
    json: await readUserPermissions(ctx, params.id),
  })),
]
