import { freePlan, unlimited } from '@envhold/contract/billing/plans.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'

export interface Restorable {
  readonly id: number
  readonly username: string
  /** How many of the account's archived projects its plan has room for, if those who share them fit too. */
  readonly projects: number
}

const liveProjects = sql<number>`(
  select count(*) from projects where projects.owner_id = users.id and projects.removed_at is null)`

/** Active accounts whose plan has room for projects that they have in the archive. */
export async function listRestorable(db: Db): Promise<Restorable[]> {
  const rows = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('archived_projects')
        .select(['owner_id', eb.fn.countAll<number>().as('all')])
        .select(sql<number>`sum(case when reason = 'grace_period_manual' then 1 else 0 end)`.as('manual'))
        .groupBy('owner_id')
        .as('archived'),
    )
    .innerJoin('users', 'users.id', 'archived.owner_id')
    .innerJoin('plans', 'plans.name', 'users.plan')
    .select(['users.id', 'users.username', 'users.role', 'users.plan', 'plans.max_projects'])
    .select(['archived.all', 'archived.manual', liveProjects.as('live')])
    .where('users.status', '=', 'ACTIVE')
    .orderBy('users.id')
    .execute()
  return rows
    .map(({ id, username, role, plan, max_projects, all, manual, live }) => {
      const isOperator = role === 'SUPER_ADMIN'
      // What the end of a grace period archived needs a paid plan.
      const fitting = Number(plan !== freePlan || isOperator ? all : manual)
      const isUnlimited = isOperator || max_projects === unlimited
      const room = isUnlimited ? fitting : Math.max(0, max_projects - Number(live))
      return { id, username, projects: Math.min(fitting, room) }
    })
    .filter(({ projects }) => projects > 0)
}

/** How many projects are in the archive, and of how many accounts; without deleted ones. */
export async function countArchived(db: Db): Promise<{ readonly projects: number; readonly users: number }> {
  const { projects, users } = await db
    .selectFrom('archived_projects')
    .innerJoin('users', 'users.id', 'archived_projects.owner_id')
    .where('users.status', '!=', 'INACTIVE')
    .select(({ fn }) => [
      fn.countAll<number>().as('projects'),
      fn.count<number>('owner_id').distinct().as('users'),
    ])
    .executeTakeFirstOrThrow()
  return { projects: Number(projects), users: Number(users) }
}
