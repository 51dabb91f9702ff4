import type { DbContext } from '../../context.ts'
import { isUntampered } from '../../db/unless-tampered.ts'
import { checkSpelling, userMac, userMacColumns } from '../users/user-store.ts'
import { membershipMac } from './membership-store.ts'

/** One project of an owner that one person shares. */
export interface CollaboratorOfOwner {
  readonly userId: number
  readonly username: string
  readonly email: string
  readonly emailCanonical: string
  readonly projectId: number
  readonly project: string
  /** The access is paused, because the owner's plan does not allow as many people. */
  readonly isPaused: boolean
  readonly state: 'live' | 'archived' | 'deleted'
}

export const hasAccess = ({ isPaused, state }: CollaboratorOfOwner): boolean => !isPaused && state === 'live'

/**
 * Whom an owner's projects are shared with, one entry a project, in the order in which the projects were created.
 * Accounts that are not active are left out, and so are rows that were tampered with: mail is sent to nobody for them.
 */
export async function listCollaboratorsOfOwner(
  { db, secrets }: DbContext<'secrets'>,
  ownerId: number,
): Promise<CollaboratorOfOwner[]> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('projects', 'projects.id', 'memberships.project_id')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .leftJoin('archived_projects', 'archived_projects.project_id', 'projects.id')
    .selectAll('memberships')
    .select([
      'users.id',
      'users.email',
      'users.username',
      'projects.name',
      'projects.removed_at',
      ...userMacColumns,
    ])
    .select(['memberships.role as membership_role', 'archived_projects.expires_at'])
    .where('projects.owner_id', '=', ownerId)
    .where('users.status', '=', 'ACTIVE')
    .orderBy('projects.created_at')
    .orderBy('projects.id')
    .execute()
  const isGenuine = (row: (typeof rows)[number]): boolean =>
    isUntampered(() => {
      membershipMac.check(secrets, { ...row, role: row.membership_role })
      userMac.check(secrets, { ...row, mac: row.owner_mac })
      checkSpelling(row)
    })
  return rows.filter(isGenuine).map((row) => ({
    userId: row.user_id,
    username: row.username,
    email: row.email,
    emailCanonical: row.email_canonical,
    projectId: row.project_id,
    project: row.name,
    isPaused: row.held_at !== null,
    state: row.removed_at === null ? 'live' : row.expires_at === null ? 'deleted' : 'archived',
  }))
}
