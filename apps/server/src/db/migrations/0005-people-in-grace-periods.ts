import { sql } from 'kysely'
import type { Db } from '../connect.ts'

/** A grace period knows whom its owner keeps, and which collaborators were warned. Null is not part of a row's MAC. */
export async function peopleInGracePeriods(db: Db): Promise<void> {
  for (const column of ['keep_people', 'warned'])
    await sql`alter table account_phases add column ${sql.id(column)} text`.execute(db)
}
