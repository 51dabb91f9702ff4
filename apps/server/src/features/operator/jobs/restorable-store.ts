import { unlimited } from '@envhold/contract/plans.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { freePlan } from '../../plans/free-plan.ts'

export interface Restorable {
  readonly id: number
  readonly username: string
  /** How many of the account's archived projects its plan has room for, if those who share them fit too. */
  readonly projects: number
}

/** Active accounts whose plan has room for projects that they have in the archive. */
export async function listRestorable(db: Db): Promise<Restorable[]> {
  const rows = await db
    .selectFrom('archived_projects')
    .innerJoin('users', 'users.id', 'archived_projects.owner_id')
    .innerJoin('plans', 'plans.name', 'users.plan')
    .select(['users.id', 'users.username', 'users.role', 'plans.max_projects'])
    .select(({ fn }) => fn.countAll<number>().as('archived'))
    .select(
      sql<number>`(select count(*) from projects where projects.owner_id = users.id and projects.removed_at is null)`.as(
        'live',
      ),
    )
    .where('users.status', '=', 'ACTIVE')
    // What the end of a grace period archived needs a paid plan.
    .where((eb) =>
      eb.or([
        eb('archived_projects.reason', '=', 'grace_period_manual'),
        eb('users.plan', '!=', freePlan),
        eb('users.role', '=', 'SUPER_ADMIN'),
      ]),
    )
    .groupBy(['users.id', 'plans.max_projects'])
    .orderBy('users.id')
    .execute()
  return rows
    .map(({ id, username, role, max_projects, archived, live }) => {
      const isUnlimited = role === 'SUPER_ADMIN' || max_projects === unlimited
      const room = isUnlimited ? Number.POSITIVE_INFINITY : Math.max(0, max_projects - Number(live))
      return { id, username, projects: Math.min(Number(archived), room) }
    })
    .filter(({ projects }) => projects > 0)
}

/** How many projects are in the archive, and of how many accounts. */
export async function countArchived(db: Db): Promise<{ readonly projects: number; readonly users: number }> {
  const { projects, users } = await db
    .selectFrom('archived_projects')
    .select(({ fn }) => [
      fn.countAll<number>().as('projects'),
      fn.count<number>('owner_id').distinct().as('users'),
    ])
    .executeTakeFirstOrThrow()
  return { projects: Number(projects), users: Number(users) }
}
