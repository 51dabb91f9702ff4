import { isOperatorPermission, type OperatorPermission } from '@envhold/contract/permissions.ts'
import type { DbContext, TrxContext } from '../../context.ts'
import { parseStored, storedTexts } from '../../db/parse-stored.ts'
import { roles } from '../../db/schema/accounts.ts'
import type { ReadPermissions } from '../../http/route.ts'
import { hasPassword, userMac } from '../users/user-store.ts'

/** Authenticates what a role may do and what it is called, so that no writer of the database can extend a role. */
export const roleMac = roles.mac

export interface Role {
  readonly id: number
  readonly name: string
  readonly display_name: string
  readonly permissions: readonly OperatorPermission[]
}

/**
 * Reads a role. A permission that this version does not know allows nothing.
 * @throws TamperedRowError
 */
export async function findRole(
  { db, secrets }: DbContext<'secrets'>,
  name: string,
): Promise<Role | undefined> {
  const row = await db.selectFrom('roles').selectAll().where('name', '=', name).executeTakeFirst()
  if (!row) return undefined
  roleMac.check(secrets, row)
  const { id, display_name } = row
  const permissions = parseStored(storedTexts, row.permissions).filter(isOperatorPermission)
  return { id, name, display_name, permissions }
}

/**
 * The permissions of a role, from its row at each call: a change takes effect on every node at once. A role that does
 * not exist has none. @throws TamperedRowError
 */
export const readPermissions =
  (ctx: DbContext<'secrets'>): ReadPermissions =>
  async (role) =>
    (await findRole(ctx, role))?.permissions ?? []

/**
 * Whether this instance has another SUPER_ADMIN. Locks all of them until the transaction ends, so that two who leave at
 * the same time do not each rely on the other.
 */
export async function hasOtherSuperAdmin(
  { db, engine, secrets }: TrxContext<'engine' | 'secrets'>,
  userId: number,
): Promise<boolean> {
  const superAdmins = await db
    .selectFrom('users')
    .selectAll()
    .where('role', '=', 'SUPER_ADMIN')
    .where('status', '=', 'ACTIVE')
    .orderBy('id')
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .execute()
  for (const superAdmin of superAdmins) userMac.check(secrets, superAdmin)
  return superAdmins.some(({ id }) => id !== userId)
}

/** Whether a SUPER_ADMIN can sign in with a password. */
export async function hasSuperAdminWithPassword({ db, secrets }: DbContext<'secrets'>): Promise<boolean> {
  const superAdmins = await db
    .selectFrom('users')
    .selectAll()
    .where('role', '=', 'SUPER_ADMIN')
    .where('status', '=', 'ACTIVE')
    .execute()
  for (const superAdmin of superAdmins) userMac.check(secrets, superAdmin)
  return superAdmins.some(hasPassword)
}
