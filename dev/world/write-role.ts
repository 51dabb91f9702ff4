import { roleMac } from '../../apps/server/src/features/roles/role-store.ts'
import { findUser, userMac } from '../../apps/server/src/features/users/user-store.ts'
import type { TestApp } from './app-for-tests.ts'
import type { StoredData } from './beside-server.ts'

/** Writes a custom role as the server would, or changes its permissions. */
export async function writeRole(
  { ctx }: Pick<TestApp, 'ctx'>,
  name: string,
  permissions: readonly string[],
): Promise<number> {
  const { db, secrets } = ctx
  const now = ctx.clock()
  const row = {
    name,
    display_name: name,
    description: '',
    permissions: JSON.stringify([...permissions].sort()),
    is_system: 0,
  }
  const { id } = await db
    .insertInto('roles')
    .values({ ...row, created_at: now, updated_at: now, mac: new Uint8Array(0) })
    .onConflict((c) => c.column('name').doUpdateSet({ permissions: row.permissions }))
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('roles')
    .set({ mac: roleMac.of(secrets, { ...row, id }) })
    .where('id', '=', id)
    .execute()
  return id
}

/** Gives an account a role, as the server would. */
export async function assignRole({ ctx }: StoredData, userId: number, role: string): Promise<void> {
  const user = await findUser(ctx, userId)
  if (!user) throw new Error('The account is missing')
  await ctx.db
    .updateTable('users')
    .set({ role, mac: userMac.of(ctx.secrets, { ...user, role }) })
    .where('id', '=', userId)
    .execute()
}
