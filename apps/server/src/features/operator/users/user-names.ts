/** The names of what accounts have, and what the filters of their list offer. */
import type { DbContext } from '../../../context.ts'
import { listEveryPlan, planDisplayName } from '../../plans/plan-store.ts'
import { findRole, type Role } from '../../roles/role-store.ts'
import type { User } from '../../users/user-store.ts'
import { listRoleRows } from '../roles/role-store.ts'

export async function rolesOf(
  ctx: DbContext<'secrets'>,
  users: readonly User[],
): Promise<ReadonlyMap<string, Role>> {
  const names = new Set(users.map(({ role }) => role))
  const roles = await Promise.all([...names].map((name) => findRole(ctx, name)))
  return new Map(roles.flatMap((role) => (role ? [[role.name, role]] : [])))
}

export async function planNamesOf(ctx: DbContext<'secrets'>, users: readonly User[]) {
  const names = [...new Set(users.map(({ plan }) => plan))]
  return new Map(
    await Promise.all(names.map(async (name) => [name, await planDisplayName(ctx, name)] as const)),
  )
}

const nameOf = ({ name, display_name }: { readonly name: string; readonly display_name: string }) => ({
  name,
  display_name,
})

/** @throws TamperedRowError */
export async function listFilterNames(ctx: DbContext<'secrets'>) {
  const [roles, plans] = await Promise.all([listRoleRows(ctx), listEveryPlan(ctx)])
  return { roles: roles.map(nameOf), plans: plans.map(nameOf) }
}
