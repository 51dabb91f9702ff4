import type { Db } from '../../db/connect.ts'

/** The name of an account in lists. */
export interface UserNames {
  readonly email: string
  readonly username: string
}

/** By id, without deleted accounts. */
export async function namesOfUsers(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, UserNames>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email', 'username'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, ...names }) => [id, names]))
}
