import type { DbContext, TrxContext } from '../../context.ts'
import { hasPassword, userMac } from './user-store.ts'

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
