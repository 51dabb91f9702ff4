import { complianceEvents, maxHistory } from '@envhold/contract/archive/compliance.ts'
import { freePlan, unlimited } from '@envhold/contract/billing/plans.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'

/** Accounts whose grace period, or the time of a project of theirs in the archive, is over. */
export async function listPastDeadline(db: Db, now: number): Promise<number[]> {
  const rows = await db
    .selectFrom('account_phases')
    .select('user_id as id')
    .where('phase', '=', 'grace')
    .where('grace_end', '<=', now)
    .union(db.selectFrom('archived_projects').select('owner_id as id').where('expires_at', '<=', now))
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => Number(id))
}

const liveProjects = sql`from projects where owner_id = users.id and removed_at is null`

/** Shares of live projects: at least as many as people, who can share several projects. */
const shares = (table: 'memberships' | 'invitations') =>
  sql`from ${sql.table(table)} inner join projects on projects.id = ${sql.ref(`${table}.project_id`)}
    where projects.owner_id = users.id and projects.removed_at is null`

/**
 * Accounts to which something may happen, in the order of their ids: in or after a grace period, with archived projects,
 * paid for the first time, with paused collaborators, or possibly over their plan's limits.
 */
export async function listDueAccounts(
  db: Db,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .innerJoin('plans', 'plans.name', 'users.plan')
    .leftJoin('account_phases', 'account_phases.user_id', 'users.id')
    .select('users.id')
    .where('users.status', '=', 'ACTIVE')
    .where('users.id', '>', after)
    .where((eb) =>
      eb.or([
        eb('account_phases.phase', 'in', ['grace', 'final']),
        eb.exists(
          eb
            .selectFrom('archived_projects')
            .select('project_id')
            .whereRef('archived_projects.owner_id', '=', 'users.id'),
        ),
        eb.and([
          eb.or([eb('users.plan', '!=', freePlan), eb('users.role', '=', 'SUPER_ADMIN')]),
          eb.or([eb('account_phases.had_paid', 'is', null), eb('account_phases.had_paid', '=', 0)]),
        ]),
        eb.and([
          eb('account_phases.had_paid', '=', 1),
          eb.or([
            eb.and([
              eb('plans.max_projects', '!=', unlimited),
              sql<boolean>`(select count(*) ${liveProjects}) > plans.max_projects`,
            ]),
            eb.and([
              eb('plans.max_collaborators', '!=', unlimited),
              sql<boolean>`(select count(*) ${shares('memberships')}) + (select count(*) ${shares('invitations')}) > plans.max_collaborators`,
            ]),
            sql<boolean>`exists (select 1 ${shares('memberships')} and memberships.held_at is not null)`,
            sql<boolean>`exists (select 1 ${shares('invitations')} and invitations.held_at is not null)`,
          ]),
        ]),
      ]),
    )
    .orderBy('users.id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

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

type HistoryType = (typeof complianceEvents)[number]

/** Selects what happened to an account because of its plan or an operator, the newest first. */
export const selectComplianceHistory = (db: Db, userId: number) =>
  db
    .selectFrom('activity')
    .select(['event_type', 'description', 'at'])
    .where('user_id', '=', userId)
    // Literals, as in the partial index activity_of_plans: a database does not look at parameters for it.
    .where(sql<boolean>`event_type in (${sql.join(complianceEvents.map((type) => sql.lit(type)))})`)
    .orderBy('sequence', 'desc')
    .limit(maxHistory)
    .$narrowType<{ event_type: HistoryType }>()

/** The newest of all of it whose description begins so. */
export const findNewestInHistory = (db: Db, userId: number, beginning: string) =>
  selectComplianceHistory(db, userId)
    .where('description', 'like', `${beginning}%`)
    .limit(1)
    .executeTakeFirst()
