import { previewNames } from '@envhold/contract/operator/jobs.ts'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { countAll, deleteRows } from '../../../db/affected-rows.ts'
import type { Db } from '../../../db/connect.ts'
import type { Tables } from '../../../db/tables.ts'
import type { Trx } from '../../../db/transaction.ts'
import { restoreWindowMs } from '../../accounts/delete-permanently.ts'
import { isPurgeable } from '../../projects/project-store.ts'
import { purgedBefore } from '../../projects/sweep-projects.ts'

/** Accounts to which a job has something to do. */
type Due = SelectQueryBuilder<Tables, 'users', { id: number }>

/** Deleted accounts whose time to come back is over. */
export const expiredAccounts = (db: Db, now: number): Due =>
  db
    .selectFrom('users')
    .select('users.id')
    .where('users.status', '=', 'INACTIVE')
    .where('users.deleted_at', '<=', now - restoreWindowMs)

/** Active accounts whose grace period, or the time of a project of theirs in the archive, is over. */
export const pastDeadline = (db: Db, now: number): Due =>
  db
    .selectFrom('users')
    .select('users.id')
    .where('users.status', '=', 'ACTIVE')
    .where('users.id', 'in', (eb) =>
      eb
        .selectFrom('account_phases')
        .select('user_id')
        .where('phase', '=', 'grace')
        .where('grace_end', '<=', now)
        .union(
          eb.selectFrom('archived_projects').select('owner_id as user_id').where('expires_at', '<=', now),
        ),
    )

/** Accounts with deleted projects that nobody can restore any more. */
export const ownersOfExpiredProjects = (db: Db, now: number): Due =>
  db
    .selectFrom('users')
    .select('users.id')
    .where('users.id', 'in', (eb) =>
      eb
        .selectFrom('projects')
        .select('owner_id')
        .where('removed_at', 'is not', null)
        .where(isPurgeable(purgedBefore(now))),
    )

export async function nextOf(due: Due, after: string | null, limit: number): Promise<string[]> {
  const rows = await due
    .where('users.id', '>', Number(after ?? 0))
    .orderBy('users.id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => String(id))
}

export async function namesOf(due: Due): Promise<string[]> {
  const rows = await due
    .clearSelect()
    .select('users.username')
    .orderBy('users.id')
    .limit(previewNames)
    .execute()
  return rows.map(({ username }) => username)
}

/** How many deleted projects nobody can restore any more. */
export const countExpiredProjects = (db: Db, now: number): Promise<number> =>
  countAll(db.selectFrom('projects').where(isPurgeable(purgedBefore(now))))

/** The deleted projects of an account that nobody can restore any more. */
export async function listExpiredProjects(db: Db, ownerId: number, now: number): Promise<number[]> {
  const rows = await db
    .selectFrom('projects')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where(isPurgeable(purgedBefore(now)))
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes these projects for good, with everything in them. @returns how many */
export const deleteProjectsForGood = async (trx: Trx, ids: readonly number[]): Promise<number> =>
  ids.length === 0
    ? 0
    : await deleteRows(trx.deleteFrom('projects').where('id', 'in', ids).where('removed_at', 'is not', null))

const versionBytes = (db: Db) =>
  db
    .selectFrom('environment_versions')
    .innerJoin('environments', 'environments.id', 'environment_versions.environment_id')
    .select(({ fn }) => fn.sum<number | null>('environment_versions.bytes').as('bytes'))

/** How much the variables of these projects take up. */
export async function bytesOfProjects(db: Db, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0
  const { bytes } = await versionBytes(db)
    .where('environments.project_id', 'in', ids)
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

/** How much the variables of an account's projects take up. */
export async function bytesOfOwner(db: Db, ownerId: number): Promise<number> {
  const { bytes } = await versionBytes(db)
    .innerJoin('projects', 'projects.id', 'environments.project_id')
    .where('projects.owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

/** How much the variables of each archived project of an account take up, by its id. */
export async function bytesOfArchived(db: Db, ownerId: number): Promise<ReadonlyMap<number, number>> {
  const rows = await versionBytes(db)
    .innerJoin('archived_projects', 'archived_projects.project_id', 'environments.project_id')
    .select('archived_projects.project_id')
    .where('archived_projects.owner_id', '=', ownerId)
    .groupBy('archived_projects.project_id')
    .execute()
  return new Map(rows.map(({ project_id, bytes }) => [project_id, Number(bytes ?? 0)]))
}

/** How many archived projects of active accounts are past their time, and how many of their grace periods end when. */
export async function countDowngrades(db: Db, now: number, soon: number) {
  const graces = (from: number, to: number) =>
    db
      .selectFrom('account_phases')
      .innerJoin('users', 'users.id', 'account_phases.user_id')
      .where('account_phases.phase', '=', 'grace')
      .where('users.status', '=', 'ACTIVE')
      .where('account_phases.grace_end', '>', from)
      .where('account_phases.grace_end', '<=', to)
  const archived = db
    .selectFrom('archived_projects')
    .innerJoin('users', 'users.id', 'archived_projects.owner_id')
    .where('users.status', '=', 'ACTIVE')
    .where('archived_projects.expires_at', '<=', now)
  return {
    archivedPastTime: await countAll(archived),
    expired: await countAll(graces(0, now)),
    expiringSoon: await countAll(graces(now, soon)),
  }
}

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
