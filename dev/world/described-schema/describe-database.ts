import type { Db, Engine } from '../../../apps/server/src/db/connect.ts'
import { describePostgres } from './describe-postgres.ts'
import { describeSqlite } from './describe-sqlite.ts'
import type { DescribedSchema } from './described-table.ts'

/** What a database has. */
export const describeDatabase = (db: Db, engine: Engine): Promise<DescribedSchema> =>
  engine === 'sqlite' ? describeSqlite(db) : describePostgres(db)
