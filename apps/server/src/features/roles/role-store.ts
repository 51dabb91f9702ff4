import { isOperatorPermission, type OperatorPermission } from '@envhold/contract/permissions.ts'
import type { DbContext } from '../../context.ts'
import { parseStored, storedTexts } from '../../db/parse-stored.ts'
import { roles } from '../../db/schema/accounts.ts'

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
