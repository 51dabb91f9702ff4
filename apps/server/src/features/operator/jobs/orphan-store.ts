import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { Trx } from '../../../db/transaction.ts'

/** What only a database that was edited from outside holds: foreign keys forbid it. */
const orphans = {
  projects: sql`from projects where not exists (select 1 from users where users.id = projects.owner_id)`,
  environments: sql`from environments
    where not exists (select 1 from projects where projects.id = environments.project_id)`,
  versions: sql`from environment_versions
    where environment_id not in (select id from environments)`,
}

const numberOf = async (db: Db, query: RawBuilder<{ n: number | null }>) =>
  Number((await query.execute(db)).rows[0]?.n ?? 0)

/** How many rows there are without what they belong to. */
export const countOrphans = async (db: Db) => ({
  projects: await numberOf(db, sql`select count(*) as n ${orphans.projects}`),
  environments: await numberOf(db, sql`select count(*) as n ${orphans.environments}`),
  // A version holds several variables; the newest one counts.
  variables:
    (await numberOf(db, sql`select sum(variable_count) as n ${orphans.environments}`)) +
    (await numberOf(db, sql`select sum(variable_count) as n ${orphans.versions}`)),
})

/** Deletes rows without what they belong to, with everything in them. @returns how many of each */
export async function deleteOrphans(trx: Trx) {
  const counts = await countOrphans(trx)
  if (counts.projects > 0) await sql`delete ${orphans.projects}`.execute(trx)
  if (counts.environments > 0) await sql`delete ${orphans.environments}`.execute(trx)
  if (counts.variables > 0) await sql`delete ${orphans.versions}`.execute(trx)
  return counts
}
