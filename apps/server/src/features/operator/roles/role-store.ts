import type { Role } from '@envhold/contract/operator/roles.ts'
import { isOperatorPermission, type OperatorPermission } from '@envhold/contract/permissions.ts'
import { AppError } from '../../../app-error.ts'
import type { Context, Within } from '../../../context.ts'
import type { Row } from '../../../db/tables.ts'
import { wireTime } from '../../../http/wire-time.ts'
import { roleMac } from '../../roles/role-store.ts'

export type RoleRow = Row<'roles'>
type Reading = Pick<Context, 'db' | 'secrets'>

/** In the order of their ids: the system roles first. @throws TamperedRowError */
export async function listRoleRows({ db, secrets }: Reading): Promise<RoleRow[]> {
  const rows = await db.selectFrom('roles').selectAll().orderBy('id').execute()
  for (const row of rows) roleMac.check(secrets, row)
  return rows
}

/** How many users hold each role, by its name. */
export async function countHolders({ db }: Pick<Context, 'db'>): Promise<ReadonlyMap<string, number>> {
  const counts = await db
    .selectFrom('users')
    .select(({ fn }) => ['role', fn.countAll<number>().as('users')])
    .groupBy('role')
    .execute()
  return new Map(counts.map(({ role, users }) => [role, Number(users)]))
}

export async function countHoldersOf({ db }: Pick<Context, 'db'>, role: string): Promise<number> {
  const { users } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('users'))
    .where('role', '=', role)
    .executeTakeFirstOrThrow()
  return Number(users)
}

/** @throws TamperedRowError */
export async function findRoleRow({ db, secrets }: Reading, id: number): Promise<RoleRow | undefined> {
  const row = await db.selectFrom('roles').selectAll().where('id', '=', id).executeTakeFirst()
  if (row) roleMac.check(secrets, row)
  return row
}

/** @throws TamperedRowError */
export async function findRoleRowByName(
  { db, secrets }: Reading,
  name: string,
): Promise<RoleRow | undefined> {
  const row = await db.selectFrom('roles').selectAll().where('name', '=', name).executeTakeFirst()
  if (row) roleMac.check(secrets, row)
  return row
}

/**
 * Reads a role and locks it until the transaction ends: nobody else changes, deletes or assigns it.
 * @throws TamperedRowError
 */
export async function lockRole(
  { db, engine, secrets }: Within<'engine' | 'secrets'>,
  id: number,
): Promise<RoleRow | undefined> {
  const row = await db
    .selectFrom('roles')
    .selectAll()
    .where('id', '=', id)
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst()
  if (row) roleMac.check(secrets, row)
  return row
}

type Changeable = Pick<RoleRow, 'display_name' | 'description' | 'permissions'>

/** As the column has them: each once, in ascending order. */
export const permissionsText = (permissions: readonly OperatorPermission[]): string =>
  JSON.stringify([...new Set(permissions)].sort())

/** @throws a unique violation when the name is taken */
export async function insertRole(
  { db, secrets, clock }: Within<'secrets' | 'clock'>,
  given: Changeable & Pick<RoleRow, 'name'>,
): Promise<RoleRow> {
  const now = clock()
  const row = await db
    .insertInto('roles')
    .values({ ...given, is_system: 0, created_at: now, updated_at: now, mac: new Uint8Array(0) })
    .returningAll()
    .executeTakeFirstOrThrow()
  // The id is not known before. The transaction hides the row until it has its MAC.
  const mac = roleMac.of(secrets, row)
  await db.updateTable('roles').set({ mac }).where('id', '=', row.id).execute()
  return { ...row, mac }
}

/** Changes a role that is locked. */
export async function saveRole(
  { db, secrets, clock }: Within<'secrets' | 'clock'>,
  role: RoleRow,
  change: Changeable,
): Promise<RoleRow> {
  const changed = { ...role, ...change, updated_at: clock() }
  const { id, ...columns } = { ...changed, mac: roleMac.of(secrets, changed) }
  await db.updateTable('roles').set(columns).where('id', '=', id).execute()
  return { id, ...columns }
}

/** Deletes a role that is locked. */
export async function deleteRoleRow({ db }: Within, id: number): Promise<void> {
  await db.deleteFrom('roles').where('id', '=', id).execute()
}

/** The last changes of a user's role, the newest first. */
export const listRoleChanges = ({ db }: Pick<Context, 'db'>, userId: number, limit: number) =>
  db
    .selectFrom('operator_acts')
    .leftJoin('users', 'users.id', 'operator_acts.operator_id')
    .select([
      'operator_acts.details',
      'operator_acts.reason',
      'operator_acts.created_at',
      'users.username as assigned_by',
    ])
    .where('operator_acts.user_id', '=', userId)
    .where('operator_acts.act', '=', 'assign_role')
    .orderBy('operator_acts.id', 'desc')
    .limit(limit)
    .execute()

export const noSuchRole = () => new AppError('NOT_FOUND', { message: 'This role does not exist.' })

/** The permissions of a role. One that this version does not know allows nothing. */
export const permissionsOf = ({ permissions }: Pick<RoleRow, 'permissions'>): OperatorPermission[] =>
  (JSON.parse(permissions) as string[]).filter(isOperatorPermission)

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
})
