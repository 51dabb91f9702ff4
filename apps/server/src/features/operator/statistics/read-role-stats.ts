import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { readRoleStats as endpoint } from '@envhold/contract/operator/statistics.ts'
import type { Context } from '../../../context.ts'
import { countRoles } from './statistics-store.ts'

export async function readRoleStats(
  ctx: Pick<Context, 'db' | 'secrets'>,
): Promise<OutputOf<typeof endpoint>> {
  const roles = await countRoles(ctx)
  return {
    totalRoles: roles.length,
    roleDistribution: roles.toSorted((left, right) => right.userCount - left.userCount),
  }
}
