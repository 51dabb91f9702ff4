import { sql } from 'kysely'
import type { DbContext, TrxContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { idList, readNumbers } from '../../db/json-rows.ts'
import { preparedQuery } from '../../db/prepared-query.ts'
import { environments } from '../../db/schema/environments.ts'
import { projects } from '../../db/schema/projects.ts'
import type { Row } from '../../db/tables.ts'
import type { Trx } from '../../db/transaction.ts'

export type ProjectRow = Row<'projects'>

export const projectMac = projects.mac

/** A project with its owner's username. */
export type OwnedProject = ProjectRow & { readonly owner_username: string }

/** Which projects of an owner are listed. */
export interface OwnedFilter {
  /** Whether projects that are deleted or archived are listed, too. */
  readonly withRemoved?: boolean
}

/** An owner's projects, newest first. */
export async function listOwnedProjects(
  { db, secrets }: DbContext<'secrets'>,
  ownerId: number,
  { withRemoved = false }: OwnedFilter = {},
): Promise<OwnedProject[]> {
  const rows = await db
    .selectFrom('projects')
    .innerJoin('users', 'users.id', 'projects.owner_id')
    .selectAll('projects')
    .select('users.username as owner_username')
    .where('projects.owner_id', '=', ownerId)
    .$if(!withRemoved, (query) => query.where('projects.removed_at', 'is', null))
    .execute()
  for (const row of rows) projectMac.check(secrets, row)
  return rows
}

/** The counts of everything in a project, before they are limited to what a viewer sees. */
export interface ProjectCounts {
  readonly environments: readonly { readonly id: number; readonly variable_count: number }[]
  /** Accepted and invited. */
  readonly collaborators: number
}

/** Counts by project. @param now invitations that expired before this time are not counted */
export async function countsOf(
  { db, secrets }: DbContext<'secrets'>,
  projectIds: readonly number[],
  now: number,
): Promise<ReadonlyMap<number, ProjectCounts>> {
  if (projectIds.length === 0) return new Map()
  const environments = await db
    .selectFrom('environments')
    .selectAll()
    .where('project_id', 'in', projectIds)
    .execute()
  for (const environment of environments) environmentMac.check(secrets, environment)
  const people = await db
    .selectFrom('memberships')
    .select(({ fn }) => ['project_id', fn.countAll<number>().as('n')])
    .where('project_id', 'in', projectIds)
    .groupBy('project_id')
    .unionAll(
      db
        .selectFrom('invitations')
        .select(({ fn }) => ['project_id', fn.countAll<number>().as('n')])
        .where('project_id', 'in', projectIds)
        .where('expires_at', '>', now)
        .groupBy('project_id'),
    )
    .execute()
  const ofProject = Map.groupBy(environments, ({ project_id }) => project_id)
  const countOf = (id: number) =>
    people.reduce((sum, { project_id, n }) => (project_id === id ? sum + Number(n) : sum), 0)
  return new Map(
    projectIds.map((id) => [id, { environments: ofProject.get(id) ?? [], collaborators: countOf(id) }]),
  )
}

/** How many projects count towards the owner's limit. */
export async function countOwnedProjects(db: Db, ownerId: number): Promise<number> {
  const { n } = await db
    .selectFrom('projects')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('owner_id', '=', ownerId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(n)
}

const withoutMac = new Uint8Array(0)

export async function insertProject(
  { db, secrets, clock }: TrxContext<'secrets' | 'clock'>,
  project: { ownerId: number; name: string; description: string | null },
): Promise<number> {
  const now = clock()
  const { id } = await db
    .insertInto('projects')
    .values({
      owner_id: project.ownerId,
      name: project.name,
      description: project.description,
      created_at: now,
      updated_at: now,
      removed_at: null,
      mac: withoutMac,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const mac = projectMac.of(secrets, { id, owner_id: project.ownerId, removed_at: null })
  await db.updateTable('projects').set({ mac }).where('id', '=', id).execute()
  return id
}

export async function changeProject(
  { db, clock }: TrxContext<'clock'>,
  id: number,
  change: { name?: string | undefined; description?: string | null | undefined },
): Promise<void> {
  const values = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  await db
    .updateTable('projects')
    .set({ ...values, updated_at: clock() })
    .where('id', '=', id)
    .execute()
}

/** Marks a project deleted, which removes it for everyone. Its rows stay for its owner or an operator to restore. */
export async function markProjectDeleted(
  { db, secrets, clock }: TrxContext<'secrets' | 'clock'>,
  project: Pick<ProjectRow, 'id' | 'owner_id'>,
): Promise<void> {
  const removed_at = clock()
  const mac = projectMac.of(secrets, { ...project, removed_at })
  await db.updateTable('projects').set({ removed_at, mac }).where('id', '=', project.id).execute()
}

/**
 * Deleted projects that are not erased yet, the last deleted first. Archived ones are not deleted.
 * @throws TamperedRowError
 */
export async function listDeleted(
  { db, secrets }: DbContext<'secrets'>,
  of: { readonly ownerId: number } | { readonly id: number },
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<(ProjectRow & { readonly removed_at: number })[]> {
  const rows = await db
    .selectFrom('projects')
    .selectAll()
    .$if('id' in of, (query) => query.where('id', '=', 'id' in of ? of.id : 0))
    .$if('ownerId' in of, (query) => query.where('owner_id', '=', 'ownerId' in of ? of.ownerId : 0))
    .where('removed_at', '>=', after)
    .where(sql<boolean>`not exists (select 1 from archived_projects where project_id = projects.id)`)
    .orderBy('removed_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => {
    projectMac.check(secrets, row)
    return { ...row, removed_at: row.removed_at ?? 0 }
  })
}

/** Brings a deleted project back as it was. Records nothing. Its owner's account is locked. */
export async function unmarkProjectDeleted(
  { db, secrets }: TrxContext<'secrets'>,
  project: Pick<ProjectRow, 'id' | 'owner_id'>,
): Promise<void> {
  const mac = projectMac.of(secrets, { ...project, removed_at: null })
  await db.updateTable('projects').set({ removed_at: null, mac }).where('id', '=', project.id).execute()
}

/** Of a row of `projects`: it was deleted before a time, and is not in the archive. */
export const isPurgeable = (before: number) =>
  sql<boolean>`projects.removed_at < ${before}
    and not exists (select 1 from archived_projects where archived_projects.project_id = projects.id)`

/**
 * Permanently deletes projects that were deleted before a time, with everything that references them. Archived ones
 * stay.
 */
export async function purgeProjects(trx: Trx, before: number): Promise<number> {
  const result = await trx
    .deleteFrom('projects')
    .where('removed_at', 'is not', null)
    .where(isPurgeable(before))
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** Identifies an environment, its newest version, its key, the number and the names of its variables, and its marks. */
export const environmentMac = environments.mac

/**
 * The names that identify a project to people. No MAC covers them, so a lookup by name is followed by an access check.
 */
export interface ProjectNames {
  readonly id: number
  readonly name: string
  readonly owner_username: string
}

const withOwners = (db: Db) =>
  db
    .selectFrom('projects')
    .innerJoin('users as owners', 'owners.id', 'projects.owner_id')
    .select(['projects.id', 'projects.name', 'owners.username as owner_username'])
    .where('projects.removed_at', 'is', null)

const owned = (db: Db) => withOwners(db).where('projects.owner_id', '=', 0)
const sharedWith = (db: Db) =>
  withOwners(db)
    .innerJoin('memberships', 'memberships.project_id', 'projects.id')
    .where('memberships.user_id', '=', 0)
    .where('memberships.held_at', 'is', null)

const findBySpelling = preparedQuery((db) =>
  owned(db)
    .where('projects.name', '=', '')
    .unionAll(sharedWith(db).where('projects.name', '=', '')),
)
const findAll = preparedQuery((db) => owned(db).unionAll(sharedWith(db)))

/** The projects with exactly this name that a user owns or shares. */
export const findProjectsNamed = (db: Db, userId: number, name: string): Promise<ProjectNames[]> =>
  findBySpelling(db, [userId, name, userId, name])

/** The names of all projects that a user owns or shares. */
export const listProjectNames = (db: Db, userId: number): Promise<ProjectNames[]> =>
  findAll(db, [userId, userId])

/**
 * The projects of an owner, including deleted ones that can still be restored: the owner still sees their activity. A
 * hint: MACs are not verified. {@link namesOfOwned} verifies those that are shown.
 */
export async function idsOfOwned({ db, engine }: DbContext<'engine'>, ownerId: number): Promise<number[]> {
  const from = sql`projects where owner_id = ${ownerId}`
  const [ids = []] = await readNumbers(db, engine, { columns: [sql`id`], from })
  return ids.toSorted((left, right) => left - right)
}

/** The names of an owner's projects: of all of them, or of those of the given ones that are the owner's. */
export async function namesOfOwned(
  { db, engine, secrets }: DbContext<'engine' | 'secrets'>,
  ownerId: number,
  ids?: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('projects')
    .select(['id', 'owner_id', 'name', 'removed_at', 'mac'])
    .where('owner_id', '=', ownerId)
    .$if(ids !== undefined, (query) => query.where('id', 'in', idList(engine, ids ?? [])))
    .orderBy('id')
    .execute()
  for (const row of rows) projectMac.check(secrets, row)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
