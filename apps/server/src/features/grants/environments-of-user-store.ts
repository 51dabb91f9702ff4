import { sql } from 'kysely'
import type { DbContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { isLive } from '../keyring/grant-store.ts'
import { principalOf, type StoredPrincipal } from '../keyring/principal-store.ts'
import { type ProjectRow, projectMac } from '../projects/project-store.ts'

export interface OwnedEnvironment {
  readonly id: number
  readonly name: string
  readonly project_id: number
  readonly project_name: string
  /** Whether a collaborator can open it, too. */
  readonly isShared: boolean
}

/** The environments of an owner's projects, deleted and archived ones included. */
export async function listOwnedEnvironments(db: Db, ownerId: number): Promise<OwnedEnvironment[]> {
  const rows = await db
    .selectFrom('environments')
    .innerJoin('projects', 'projects.id', 'environments.project_id')
    .select([
      'environments.id',
      'environments.name',
      'environments.project_id',
      'projects.name as project_name',
    ])
    .select((eb) =>
      eb
        .selectFrom('grants')
        .innerJoin('memberships', (join) =>
          join
            .onRef('memberships.project_id', '=', 'environments.project_id')
            .on(sql`cast(memberships.user_id as text)`, '=', sql.ref('grants.principal')),
        )
        .whereRef('grants.environment_id', '=', 'environments.id')
        .where('grants.kind', '=', 'user')
        .where('grants.principal', '!=', String(ownerId))
        .where(isLive)
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .as('others'),
    )
    .where('projects.owner_id', '=', ownerId)
    .orderBy('environments.id')
    .execute()
  return rows.map(({ others, ...row }) => ({ ...row, isShared: Number(others) > 0 }))
}

/** The environments of a project that one user can open, and no other. */
export const listOpenedOnlyBy = (db: Db, projectId: number, userId: number) =>
  db
    .selectFrom('environments')
    .innerJoin('grants', 'grants.environment_id', 'environments.id')
    .select(['environments.id', 'environments.name'])
    .where('environments.project_id', '=', projectId)
    .where('grants.kind', '=', 'user')
    .where(isLive)
    .groupBy(['environments.id', 'environments.name'])
    .having(({ fn }) => fn.countAll<number>(), '=', 1)
    .having(({ fn }) => fn.max('grants.principal'), '=', String(userId))
    .orderBy('environments.id')
    .execute()

/** The environments of a project in which the owner's grant is reserved or revoked. */
export async function listReservedEnvironments(db: Db, projectId: number, ownerId: number) {
  const rows = await db
    .selectFrom('grants')
    .innerJoin('environments', 'environments.id', 'grants.environment_id')
    .select('environments.id')
    .where('environments.project_id', '=', projectId)
    .where('grants.kind', '=', 'user')
    .where('grants.principal', '=', String(ownerId))
    .where(({ not }) => not(isLive))
    .orderBy('environments.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The projects of other owners that a user shares, with their owners' e-mail addresses. */
export const listSharesOf = (db: Db, userId: number) =>
  db
    .selectFrom('memberships')
    .innerJoin('projects', 'projects.id', 'memberships.project_id')
    .innerJoin('users as owners', 'owners.id', 'projects.owner_id')
    .select(['memberships.project_id', 'projects.name', 'owners.email as owner_email'])
    .where('memberships.user_id', '=', userId)
    .orderBy('memberships.project_id')
    .execute()

/** The collaborators of an owner's live projects. */
export const listCollaboratorsOf = (db: Db, ownerId: number) =>
  db
    .selectFrom('memberships')
    .innerJoin('projects', 'projects.id', 'memberships.project_id')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['memberships.project_id', 'memberships.environments', 'projects.name', 'users.email'])
    .where('projects.owner_id', '=', ownerId)
    .where('projects.removed_at', 'is', null)
    .execute()

interface HolderOf {
  readonly userId: number
  readonly principal: StoredPrincipal
}

/**
 * Lists the environments that a user has access to, including those that may return: of owners who are suspended or
 * deleted, in archived projects, and where the user's access is paused. Environments that an invitation offers are not
 * included.
 */
export async function listAccessibleEnvironments(db: Db, { userId, principal }: HolderOf): Promise<number[]> {
  const rows = await grantedTo(db, { userId, principal })
    .where(({ or, eb }) =>
      or([eb('projects.owner_id', '=', userId), eb('memberships.user_id', 'is not', null)]),
    )
    .execute()
  return rows.map(({ environment_id }) => environment_id)
}

/** The environments that open invitations offer to a user, and whose keys are sealed to the user already. */
export async function listOfferedEnvironments(
  db: Db,
  { userId, principal }: HolderOf,
  limit: number,
): Promise<number[]> {
  const rows = await grantedTo(db, { userId, principal })
    .where('projects.owner_id', '!=', userId)
    .where('memberships.user_id', 'is', null)
    .limit(limit)
    .execute()
  return rows.map(({ environment_id }) => environment_id)
}

/** The environments that a principal of a user can open, with the user's membership in their projects. */
const grantedTo = (db: Db, { userId, principal }: HolderOf) =>
  db
    .selectFrom('grants')
    .innerJoin('environments', 'environments.id', 'grants.environment_id')
    .innerJoin('projects', 'projects.id', 'environments.project_id')
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.project_id', '=', 'projects.id').on('memberships.user_id', '=', userId),
    )
    .select('grants.environment_id')
    .where('grants.kind', '=', principal.kind)
    .where('grants.principal', '=', String(principal.id))
    .where(isLive)
    .orderBy('grants.environment_id')

/** The projects of other owners whose API keys have the id of a user: earlier versions did not transfer them. */
export async function listProjectsWithKeysOf(
  { db, secrets }: DbContext<'secrets'>,
  userId: number,
): Promise<ProjectRow[]> {
  const rows = await db
    .selectFrom('projects')
    .innerJoin('principals', 'principals.project_id', 'projects.id')
    .selectAll('projects')
    .distinct()
    .where('principals.kind', '=', 'api-key')
    .where('principals.user_id', '=', userId)
    .where('projects.owner_id', '!=', userId)
    .execute()
  for (const row of rows) projectMac.check(secrets, row)
  return rows
}

interface ExternalGrant {
  readonly principal: StoredPrincipal
  readonly environmentId: number
}

/** The roster entries of a user, with tokens and accepted links, in environments of other owners. */
export async function listExternalGrants(db: Db, userId: number): Promise<ExternalGrant[]> {
  const rows = await db
    .selectFrom('principals')
    .innerJoin('grants', (join) =>
      join.onRef('grants.kind', '=', 'principals.kind').onRef('grants.principal', '=', 'principals.id'),
    )
    .innerJoin('environments', 'environments.id', 'grants.environment_id')
    .innerJoin('projects', 'projects.id', 'environments.project_id')
    .select(['principals.kind', 'principals.id', 'grants.environment_id'])
    .where('principals.user_id', '=', userId)
    .where('projects.owner_id', '!=', userId)
    .orderBy('grants.environment_id')
    .execute()
  return rows.map((row) => ({ principal: principalOf(row), environmentId: row.environment_id }))
}
