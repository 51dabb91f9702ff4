import type { Db } from '../../db/connect.ts'
import { preparedQuery } from '../../db/prepared-query.ts'

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
