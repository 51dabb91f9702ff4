import type { Role } from '@envhold/contract/operator/roles.ts'
import { mayEnterOperatorArea } from '@envhold/contract/operator-area.ts'
import { isOperatorPermission, type OperatorPermission } from '@envhold/contract/permissions.ts'
import { notFound } from '../../../app-error.ts'
import type { DbContext, TrxContext } from '../../../context.ts'
import { countAll } from '../../../db/affected-rows.ts'
import { parseStored, storedTexts } from '../../../db/parse-stored.ts'
import { roles } from '../../../db/schema/accounts.ts'
import { signedRows } from '../../../db/signed-rows.ts'
import { tableRows } from '../../../db/table-rows.ts'
import type { Row } from '../../../db/tables.ts'
import { isUntampered, logTampered } from '../../../db/unless-tampered.ts'
import { wireTime } from '../../../http/responses/wire-time.ts'
import { checkOperatorAction } from '../users/operator-action-store.ts'

export type RoleRow = Row<'roles'>

const stored = signedRows(roles)

/** In the order of their ids: the system roles first. @throws TamperedRowError */
export const listRoleRows = (ctx: DbContext<'secrets'>) => stored.list(ctx, {}, { orderBy: ['id'] })

/** {@link listRoleRows}, without the rows that were changed from outside, which are logged. */
export async function splitRoleRows(
  ctx: DbContext<'secrets' | 'log'>,
): Promise<{ readonly rows: readonly RoleRow[]; readonly rejected: readonly RoleRow[] }> {
  const [rows, rejected]: [RoleRow[], RoleRow[]] = [[], []]
  for (const row of await tableRows('roles').list(ctx, {}, { orderBy: ['id'] }))
    (isUntampered(() => stored.check(ctx, row), logTampered(ctx, 'roles')) ? rows : rejected).push(row)
  return { rows, rejected }
}

/** The names of the roles that do not open the operator area. @throws TamperedRowError */
export const listPlainRoles = async (ctx: DbContext<'secrets'>): Promise<string[]> =>
  (await listRoleRows(ctx)).flatMap(({ name, permissions }) =>
    mayEnterOperatorArea(name, parseStored(storedTexts, permissions)) ? [] : name,
  )

export const countRoles = (ctx: DbContext) => stored.count(ctx, {})

/** How many users hold each role, by its name. */
export async function countHolders({ db }: DbContext): Promise<ReadonlyMap<string, number>> {
  const counts = await db
    .selectFrom('users')
    .select(({ fn }) => ['role', fn.countAll<number>().as('users')])
    .groupBy('role')
    .execute()
  return new Map(counts.map(({ role, users }) => [role, Number(users)]))
}

export const countHoldersOf = ({ db }: DbContext, role: string): Promise<number> =>
  countAll(db.selectFrom('users').where('role', '=', role))

/** @throws TamperedRowError */
export const findRoleRow = (ctx: DbContext<'secrets'>, id: number) => stored.find(ctx, { id })

/** @throws TamperedRowError */
export const findRoleRowByName = (ctx: DbContext<'secrets'>, name: string) => stored.find(ctx, { name })

/**
 * Reads a role and locks it until the transaction ends: nobody else changes, deletes or assigns it.
 * @throws TamperedRowError
 */
export const lockRole = (ctx: TrxContext<'engine' | 'secrets'>, id: number) => stored.lock(ctx, { id })

type Changeable = Pick<RoleRow, 'display_name' | 'description' | 'permissions'>

/** As the column has them: each once, in ascending order. */
export const permissionsText = (permissions: readonly OperatorPermission[]): string =>
  JSON.stringify([...new Set(permissions)].sort())

/** @throws a unique violation when the name is taken */
export function insertRole(
  ctx: TrxContext<'secrets' | 'clock'>,
  role: Changeable & Pick<RoleRow, 'name'>,
): Promise<RoleRow> {
  const now = ctx.clock()
  return stored.insert(ctx, { ...role, is_system: 0, created_at: now, updated_at: now })
}

/** Changes a role that is locked. Each change has a later time than the one before. */
export const saveRole = async (
  ctx: TrxContext<'secrets' | 'clock'>,
  role: RoleRow,
  change: Changeable,
): Promise<RoleRow> =>
  (await stored.change(ctx, role, { ...change, updated_at: Math.max(ctx.clock(), role.updated_at + 1) })) ??
  role

/** Deletes a role that is locked. */
export const deleteRoleRow = (ctx: TrxContext, id: number) => stored.remove(ctx, { id })

/** The last changes of a user's role, the newest first. @throws TamperedRowError */
export async function listRoleChanges(ctx: DbContext<'secrets'>, userId: number, limit: number) {
  const rows = await ctx.db
    .selectFrom('operator_actions')
    .leftJoin('users', 'users.id', 'operator_actions.operator_id')
    .selectAll('operator_actions')
    .select('users.username as assigned_by')
    .where('operator_actions.user_id', '=', userId)
    .where('operator_actions.act', '=', 'assign_role')
    .orderBy('operator_actions.id', 'desc')
    .limit(limit)
    .execute()
  for (const row of rows) checkOperatorAction(ctx, row)
  return rows
}

export const noSuchRole = () => notFound('This role does not exist.')

/** The permissions of a role. One that this version does not know allows nothing. */
export const permissionsOf = ({ permissions }: Pick<RoleRow, 'permissions'>): OperatorPermission[] =>
  parseStored(storedTexts, permissions).filter(isOperatorPermission)

/** A role as operators see it. */
export const roleView = (row: RoleRow, users: number): Role => ({
  id: row.id,
  name: row.name,
  display_name: row.display_name,
  description: row.description,
  permissions: permissionsOf(row),
  is_system_role: row.is_system === 1,
  _count: { users },
  created_at: wireTime(row.created_at),
  updated_at: wireTime(row.updated_at),
  revision: row.updated_at,
})
