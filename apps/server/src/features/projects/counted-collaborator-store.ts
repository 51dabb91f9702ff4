import type { Db } from '../../db/connect.ts'

/** Somebody with whom an owner shares projects, invited or accepted. */
export interface SharedPerson {
  /** Canonical. */
  readonly email: string
  /** When the first of these projects was shared; milliseconds since 1970. */
  readonly since: number
  /** The ids of the projects. */
  readonly projects: readonly number[]
}

const membersOf = (db: Db, ownerId: number) =>
  db
    .selectFrom('memberships')
    .innerJoin('projects', 'projects.id', 'memberships.project_id')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.email_canonical as email', 'memberships.invited_at as since', 'projects.id as project'])
    .where('projects.owner_id', '=', ownerId)
    .where('projects.removed_at', 'is', null)

const inviteesOf = (db: Db, ownerId: number, now: number) =>
  db
    .selectFrom('invitations')
    .innerJoin('projects', 'projects.id', 'invitations.project_id')
    .select([
      'invitations.email_canonical as email',
      'invitations.created_at as since',
      'projects.id as project',
    ])
    .where('projects.owner_id', '=', ownerId)
    .where('projects.removed_at', 'is', null)
    .where('invitations.expires_at', '>', now)

/** Each person once, the earliest first. */
function grouped(rows: readonly { email: string; since: number; project: number }[]): SharedPerson[] {
  return [...Map.groupBy(rows, ({ email }) => email)]
    .map(([email, shares]) => ({
      email,
      since: Math.min(...shares.map(({ since }) => since)),
      projects: shares.map(({ project }) => project),
    }))
    .toSorted((left, right) => left.since - right.since || (left.email < right.email ? -1 : 1))
}

/** Everyone who shares a live project of this owner, or is invited to one, the earliest first. Held people are not. */
export const listCountedCollaborators = async (
  db: Db,
  ownerId: number,
  now: number,
): Promise<SharedPerson[]> =>
  grouped(
    await membersOf(db, ownerId)
      .where('memberships.held_at', 'is', null)
      .unionAll(inviteesOf(db, ownerId, now).where('invitations.held_at', 'is', null))
      .execute(),
  )

/** The people whose access rests, likewise. */
export const listHeldPeople = async (db: Db, ownerId: number, now: number): Promise<SharedPerson[]> =>
  grouped(
    await membersOf(db, ownerId)
      .where('memberships.held_at', 'is not', null)
      .unionAll(inviteesOf(db, ownerId, now).where('invitations.held_at', 'is not', null))
      .execute(),
  )
