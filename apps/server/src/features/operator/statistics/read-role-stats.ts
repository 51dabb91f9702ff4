import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { readRoleStats as endpoint } from '@envhold/contract/operator/statistics.ts'
import type { Context } from '../../../context.ts'
import { countHolders, listRoleRows } from '../roles/role-store.ts'

export async function readRoleStats(
  ctx: Pick<Context, 'db' | 'secrets'>,
): Promise<OutputOf<typeof endpoint>> {
  const roles = await listRoleRows(ctx)
  const holders = await countHolders(ctx)
  const distribution = roles.map(({ name, display_name, is_system }) => ({
    name,
    displayName: display_name,
    isSystemRole: is_system === 1,
    userCount: holders.get(name) ?? 0,
  }))
  return {
    totalRoles: roles.length,
    roleDistribution: distribution.toSorted((left, right) => right.userCount - left.userCount),
  }
}
