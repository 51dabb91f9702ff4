import type { Db } from './connect.ts'

/** The newest migration of the database, by name. */
export const readMigrated = async (db: Db): Promise<string | undefined> =>
  (await db.selectFrom('instance').select('value').where('key', '=', 'migrated').executeTakeFirst())?.value
