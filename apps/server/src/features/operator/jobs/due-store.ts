import { restoreWindowDays } from '@envhold/contract/account-settings.ts'
import { previewNames } from '@envhold/contract/operator/jobs.ts'
import type { SelectQueryBuilder } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { Tables } from '../../../db/tables.ts'
import { daysMs } from '../../../jobs/retention-rule.ts'
import { isPurgeable } from '../../projects/project-store.ts'
import { purgedBefore } from '../../projects/sweep-projects.ts'

/** Accounts to which a job has something to do. */
type Due = SelectQueryBuilder<Tables, 'users', { id: number }>

/** Deleted accounts whose time to come back is over. */
export const expiredAccounts = (db: Db, now: number): Due =>
  db
    .selectFrom('users')
    .select('users.id')
    .where('users.status', '=', 'INACTIVE')
    .where('users.deleted_at', '<=', now - daysMs(restoreWindowDays))

/** Active accounts whose grace period, or the time of a project of theirs in the archive, is over. */
export const pastDeadline = (db: Db, now: number): Due =>
  db
    .selectFrom('users')
    .select('users.id')
    .where('users.status', '=', 'ACTIVE')
    .where('users.id', 'in', (eb) =>
      eb
        .selectFrom('account_phases')
        .select('user_id')
        .where('phase', '=', 'grace')
        .where('grace_end', '<=', now)
        .union(
          eb.selectFrom('archived_projects').select('owner_id as user_id').where('expires_at', '<=', now),
        ),
    )

/** Accounts with deleted projects that nobody can restore any more. */
export const ownersOfExpiredProjects = (db: Db, now: number): Due =>
  db
    .selectFrom('users')
    .select('users.id')
    .where('users.id', 'in', (eb) =>
      eb
        .selectFrom('projects')
        .select('owner_id')
        .where('removed_at', 'is not', null)
        .where(isPurgeable(purgedBefore(now))),
    )

export async function nextOf(due: Due, after: number, limit: number): Promise<number[]> {
  const rows = await due.where('users.id', '>', after).orderBy('users.id').limit(limit).execute()
  return rows.map(({ id }) => id)
}

export async function countOf(due: Due): Promise<number> {
  const { n } = await due
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

export async function namesOf(due: Due): Promise<string[]> {
  const rows = await due
    .clearSelect()
    .select('users.username')
    .orderBy('users.id')
    .limit(previewNames)
    .execute()
  return rows.map(({ username }) => username)
}
