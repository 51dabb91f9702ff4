import type { DbContext } from '../../context.ts'
import { archivedProjects } from '../../db/schema/projects.ts'
import type { Row } from '../../db/tables.ts'
import { checkSpelling, type User, userMac } from '../users/user-store.ts'
import { membershipMac } from './membership-store.ts'
import { projectMac } from './project-store.ts'

/** A project that may not be usable for a user, with what decides about that. */
export interface UnavailableRow {
  readonly id: number
  readonly name: string
  /** Null for its owner. */
  readonly role: Row<'memberships'>['role'] | null
  /** Since when the user's access is paused. */
  readonly heldAt: number | null
  readonly owner: User
  readonly archive: Pick<Row<'archived_projects'>, 'reason' | 'expires_at'> | undefined
}

interface UnavailableFilter {
  readonly userId: number
  /** Without it, every project that others share with the user. */
  readonly projectId?: number
}

/**
 * Projects that a user shares, or owns if one is named, of which something is archived, paused or deleted; in the order
 * of their ids. Few calls ask, so each table is read apart.
 * @throws TamperedRowError
 */
export async function listUnavailableRows(
  { db, secrets }: DbContext<'secrets'>,
  { userId, projectId }: UnavailableFilter,
): Promise<UnavailableRow[]> {
  const memberships = await db
    .selectFrom('memberships')
    .innerJoin('projects', 'projects.id', 'memberships.project_id')
    .innerJoin('users', 'users.id', 'projects.owner_id')
    .selectAll('memberships')
    .where('memberships.user_id', '=', userId)
    .where((eb) =>
      eb.or([
        eb('memberships.held_at', 'is not', null),
        eb('projects.removed_at', 'is not', null),
        eb('users.status', '=', 'INACTIVE'),
      ]),
    )
    .$if(projectId !== undefined, (query) => query.where('memberships.project_id', '=', projectId ?? 0))
    .execute()
  for (const row of memberships) membershipMac.check(secrets, row)
  const ids = projectId === undefined ? memberships.map(({ project_id }) => project_id) : [projectId]
  if (ids.length === 0) return []
  const projects = await db.selectFrom('projects').selectAll().where('id', 'in', ids).orderBy('id').execute()
  for (const row of projects) projectMac.check(secrets, row)
  const shared = new Map(memberships.map((row) => [row.project_id, row]))
  const known = projects.filter(({ id, owner_id }) => owner_id === userId || shared.has(id))
  if (known.length === 0) return []
  const ownerIds = [...new Set(known.map(({ owner_id }) => owner_id))]
  const owners = await db.selectFrom('users').selectAll().where('id', 'in', ownerIds).execute()
  for (const row of owners) {
    userMac.check(secrets, row)
    checkSpelling(row)
  }
  const archives = await db
    .selectFrom('archived_projects')
    .selectAll()
    .where('project_id', 'in', ids)
    .execute()
  for (const row of archives) archivedProjects.mac.check(secrets, row)
  return known.flatMap(({ id, name, owner_id }) => {
    const owner = owners.find((user) => user.id === owner_id)
    if (!owner) return []
    const membership = owner_id === userId ? undefined : shared.get(id)
    const archive = archives.find(({ project_id }) => project_id === id)
    return { id, name, role: membership?.role ?? null, heldAt: membership?.held_at ?? null, owner, archive }
  })
}
