import type { Db } from '../../../db/connect.ts'

/** Who shares an archived project of this owner, invited or accepted, with when they were invited. */
export const listCollaboratorsOfArchived = (db: Db, ownerId: number, now: number) =>
  db
    .selectFrom('memberships')
    .innerJoin('archived_projects', 'archived_projects.project_id', 'memberships.project_id')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select([
      'users.email_canonical as email',
      'memberships.invited_at as since',
      'memberships.project_id as project',
      'memberships.held_at',
    ])
    .where('archived_projects.owner_id', '=', ownerId)
    .unionAll(
      db
        .selectFrom('invitations')
        .innerJoin('archived_projects', 'archived_projects.project_id', 'invitations.project_id')
        .select([
          'invitations.email_canonical as email',
          'invitations.created_at as since',
          'invitations.project_id as project',
          'invitations.held_at',
        ])
        .where('archived_projects.owner_id', '=', ownerId)
        .where('invitations.expires_at', '>', now),
    )
    .execute()
