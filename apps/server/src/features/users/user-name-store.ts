import type { Db } from '../../db/connect.ts'

/** The names of an account, as lists show them. */
export interface UserNames {
  readonly email: string
  readonly username: string
}

/** The names by user id. Deleted accounts are left out. */
export async function namesOfUsers(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, UserNames>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email', 'username'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, ...names }) => [id, names]))
}
