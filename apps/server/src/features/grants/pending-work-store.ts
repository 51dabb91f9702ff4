import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { preparedQuery } from '../../db/prepared-query.ts'
import type { GrantHolder } from '../environments/sealed-environment-store.ts'
import { isLive, isReserved } from '../keyring/grant-store.ts'
import type { KeyHolder } from '../keyring/keyring.ts'
import type { StoredPrincipal } from '../keyring/principal-store.ts'
import { keysPending } from '../projects/membership-store.ts'
import { sharingStatuses } from '../projects/shared-project-store.ts'

/**
 * An environment with a pending re-key or, with `collaborator`, a user who waits for the keys of a project. If that is the
 * caller, their personal tokens wait.
 */
export interface PendingWork {
  readonly project: number
  readonly environment: number | null
  readonly collaborator: number | null
}

/** A column of one half of the union, or a null in its place in the other half. */
const idOrNull = (column: string | null) =>
  column === null ? sql<number | null>`cast(null as bigint)` : sql<number | null>`${sql.ref(column)}`

const sharing = sharingStatuses.map((status) => sql.lit(status))

/**
 * The projects of an owner, and those that the user shares in certain roles. Projects that the user cannot open are
 * left out, of deleted owners and where the user's access rests: they would block work that can be done.
 */
const projectsOf = (db: Db, userId: number, roles: readonly ('read' | 'write')[]) =>
  db
    .selectFrom('projects')
    .select('projects.id')
    .where('projects.owner_id', '=', userId)
    .where('projects.removed_at', 'is', null)
    .unionAll(
      db
        .selectFrom('memberships')
        .innerJoin('projects', 'projects.id', 'memberships.project_id')
        .innerJoin('users as owners', 'owners.id', 'projects.owner_id')
        .select('projects.id')
        .where('memberships.user_id', '=', userId)
        .where('memberships.held_at', 'is', null)
        .where('owners.status', 'in', sharing)
        .where(
          'memberships.role',
          'in',
          roles.map((role) => sql.lit(role)),
        )
        .where('projects.removed_at', 'is', null),
    )

/**
 * Environments with a pending re-key that the holder can open. There are few or none, so the search starts with them.
 * It uses the partial index, for which the flag is a literal, and the cross join keeps SQLite from reordering.
 */
const pendingEnvironments = (
  db: Db,
  { kind, id }: GrantHolder,
  userId: number,
  roles: readonly ('read' | 'write')[],
) =>
  db
    .selectFrom('environments')
    .crossJoin('grants')
    .select([
      'environments.project_id as project',
      idOrNull('environments.id').as('environment'),
      idOrNull(null).as('collaborator'),
    ])
    .where('environments.rekey_pending', '=', sql.lit(1))
    .where('environments.project_id', 'in', projectsOf(db, userId, roles))
    .whereRef('grants.environment_id', '=', 'environments.id')
    .where('grants.kind', '=', kind)
    .where('grants.principal', '=', id)
    .where(isLive)

/** Collaborators who wait for the keys of a project, or whose personal tokens do. */
const waitingCollaborators = (db: Db, waitFor: 'ofAll' | 'ofTokens') =>
  db
    .selectFrom('projects')
    .innerJoin('memberships', 'memberships.project_id', 'projects.id')
    .select([
      'projects.id as project',
      idOrNull(null).as('environment'),
      idOrNull('memberships.user_id').as('collaborator'),
    ])
    .where('memberships.keys_pending', '=', sql.lit(keysPending[waitFor]))
    .where('memberships.held_at', 'is', null)
    .where('projects.removed_at', 'is', null)

/**
 * The pending work of a user, up to a limit: as an owner, as a collaborator who may write, and for the user's own
 * tokens.
 */
const findPendingWork = preparedQuery<PendingWork>((db) =>
  pendingEnvironments(db, { kind: 'user', id: '' }, 0, ['write'])
    .unionAll(waitingCollaborators(db, 'ofAll').where('projects.owner_id', '=', 0))
    .unionAll(
      waitingCollaborators(db, 'ofTokens')
        .innerJoin('users as owners', 'owners.id', 'projects.owner_id')
        .where('memberships.user_id', '=', 0)
        .where('owners.status', 'in', sharing),
    )
    .limit(0),
)

const grantHolderOf = ({ principal }: KeyHolder): GrantHolder => ({
  kind: principal.kind,
  id: String(principal.id),
})

/** Lists pending work with one query, which finds nothing on almost every call. */
export function listPendingWork(db: Db, holder: KeyHolder, limit: number): Promise<PendingWork[]> {
  const { kind, id } = grantHolderOf(holder)
  const { userId } = holder
  return findPendingWork(db, [userId, userId, kind, id, userId, userId, limit])
}

/** All environments with a pending re-key that the holder can open, in any role. */
export async function listPendingRekeys(db: Db, holder: KeyHolder): Promise<number[]> {
  const rows = await pendingEnvironments(db, grantHolderOf(holder), holder.userId, ['read', 'write'])
    .orderBy('environments.id')
    .execute()
  return rows.flatMap(({ environment }) => environment ?? [])
}

interface ReservedForTokens {
  readonly projectId: number
  readonly userId: number
  /** Only what this principal can open. */
  readonly openedBy?: StoredPrincipal
}

/** The environments of a project in which personal tokens of a user have reserved grants. */
export async function listReservedForTokens(
  db: Db,
  { projectId, userId, openedBy }: ReservedForTokens,
): Promise<number[]> {
  const rows = await db
    .selectFrom('grants')
    .innerJoin('principals', (join) =>
      join.onRef('principals.kind', '=', 'grants.kind').onRef('principals.id', '=', 'grants.principal'),
    )
    .innerJoin('environments', 'environments.id', 'grants.environment_id')
    .select('grants.environment_id')
    .distinct()
    .where('environments.project_id', '=', projectId)
    .where('grants.kind', '=', 'personal-token')
    .where('principals.user_id', '=', userId)
    .where('principals.revoked', '=', 0)
    .where(isReserved)
    .$if(openedBy !== undefined, (query) =>
      query.where(
        'grants.environment_id',
        'in',
        db
          .selectFrom('grants')
          .select('grants.environment_id')
          .where('grants.kind', '=', openedBy?.kind ?? 'user')
          .where('grants.principal', '=', String(openedBy?.id))
          .where(isLive),
      ),
    )
    .orderBy('grants.environment_id')
    .execute()
  return rows.map(({ environment_id }) => environment_id)
}
