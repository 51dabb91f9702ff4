import type { DbContext } from '../../context.ts'
import type { ReadPermissions } from '../../http/route.ts'
import { findRole } from './role-store.ts'

/**
 * The permissions of a role, from its row at each call: a change takes effect on every node at once. A role that does
 * not exist has none. @throws TamperedRowError
 */
export const readPermissions =
  (ctx: DbContext<'secrets'>): ReadPermissions =>
  async (role) =>
    (await findRole(ctx, role))?.permissions ?? []
