import { unlimited } from '@envhold/contract/billing/plans.ts'
import type { DbContext } from '../../../context.ts'
import { countAll } from '../../../db/affected-rows.ts'
import type { Db } from '../../../db/connect.ts'
import { tableRows } from '../../../db/table-rows.ts'

export interface Limit {
  readonly plan: string
  /** −1: no limit. */
  readonly maxProjects: number
  readonly maxCollaborators: number
}

export interface AccountOver {
  readonly id: number
  /** A grace period begins, unless one runs or the account's clocks are stopped. */
  readonly entersGrace: boolean
}

const projectsByOwner = (db: Db) =>
  db.selectFrom('projects').select('owner_id').where('removed_at', 'is', null).groupBy('owner_id')

/** As `projects/compliance-state-store.ts` counts people: each once, invited or accepted, and not those whose access rests. */
const peopleByOwner = (db: Db, now: number) =>
  db
    .selectFrom(
      db
        .selectFrom('memberships')
        .innerJoin('projects', 'projects.id', 'memberships.project_id')
        .innerJoin('users', 'users.id', 'memberships.user_id')
        .select(['projects.owner_id', 'users.email_canonical as email'])
        .where('projects.removed_at', 'is', null)
        .where('memberships.held_at', 'is', null)
        .union(
          db
            .selectFrom('invitations')
            .innerJoin('projects', 'projects.id', 'invitations.project_id')
            .select(['projects.owner_id', 'invitations.email_canonical as email'])
            .where('projects.removed_at', 'is', null)
            .where('invitations.held_at', 'is', null)
            .where('invitations.expires_at', '>', now),
        )
        .as('people'),
    )
    .select('people.owner_id')
    .groupBy('people.owner_id')

interface IdRange {
  readonly after?: number
  readonly upTo?: number
  readonly limit?: number
}

/** The accounts of a plan that use more than these limits allow, in the order of their ids. */
export async function listAccountsOver(
  { db, clock }: DbContext<'clock'>,
  { plan, maxProjects, maxCollaborators }: Limit,
  { after = 0, upTo = Number.MAX_SAFE_INTEGER, limit = Number.MAX_SAFE_INTEGER }: IdRange = {},
): Promise<readonly AccountOver[]> {
  if (maxProjects === unlimited && maxCollaborators === unlimited) return []
  // A limit that no count exceeds finds nobody.
  const maxOf = (limit: number) => (limit === unlimited ? Number.MAX_SAFE_INTEGER : limit)
  const owners = projectsByOwner(db)
    .having(({ fn }) => fn.countAll(), '>', maxOf(maxProjects))
    .union(peopleByOwner(db, clock()).having(({ fn }) => fn.countAll(), '>', maxOf(maxCollaborators)))
  const rows = await db
    .selectFrom('users')
    .leftJoin('account_phases', 'account_phases.user_id', 'users.id')
    .select(['users.id', 'users.status', 'account_phases.phase'])
    // One list, so that both engines begin with these few and not with all accounts of the plan.
    .where('users.id', 'in', owners)
    .where('users.plan', '=', plan)
    .where('users.id', '>', after)
    .where('users.id', '<=', upTo)
    // Operators have no limits.
    .where('users.role', '!=', 'SUPER_ADMIN')
    .orderBy('users.id')
    .limit(limit)
    .execute()
  return rows.map(({ id, status, phase }) => ({ id, entersGrace: status === 'ACTIVE' && phase !== 'grace' }))
}

const countsIn = (rows: readonly { readonly owner_id: number; readonly n: number }[]) =>
  new Map(rows.map(({ owner_id, n }) => [owner_id, Number(n)]))

/** How much these accounts use of what the limits count, with their usernames. */
export async function listUse({ db, clock }: DbContext<'clock'>, ids: readonly number[]) {
  if (ids.length === 0) return []
  const users = await db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  const projects = countsIn(
    await projectsByOwner(db)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('owner_id', 'in', ids)
      .execute(),
  )
  const people = countsIn(
    await peopleByOwner(db, clock())
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('people.owner_id', 'in', ids)
      .execute(),
  )
  return users.map(({ id, username }) => ({
    id,
    username,
    projects: projects.get(id) ?? 0,
    collaborators: people.get(id) ?? 0,
  }))
}

/** Accounts of a plan that are in a grace period, the first to end first. */
export async function listInGrace({ db }: DbContext, plan: string, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('account_phases')
    .innerJoin('users', 'users.id', 'account_phases.user_id')
    .select('users.id')
    .where('account_phases.phase', '=', 'grace')
    .where('users.status', '=', 'ACTIVE')
    .where('users.plan', '=', plan)
    .orderBy('grace_end')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** How many accounts each plan has. */
export async function countUsersByPlan({ db }: DbContext): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('users')
    .select(({ fn }) => ['plan', fn.countAll<number>().as('n')])
    .groupBy('plan')
    .execute()
  return new Map(rows.map(({ plan, n }) => [plan, Number(n)]))
}

/** Subscriptions that pay for a plan, or will or may again, and checkouts that lead to it. */
export async function countSales(
  { db }: DbContext,
  plan: string,
  since: { readonly endedAfter: number; readonly startedAfter: number },
): Promise<number> {
  const subscriptions = db
    .selectFrom('subscriptions')
    .where((eb) => eb.or([eb('plan', '=', plan), eb('next_plan', '=', plan)]))
    .where((eb) => eb.or([eb('status', '!=', 'ended'), eb('ended_at', '>', since.endedAfter)]))
  const checkouts = db
    .selectFrom('checkouts')
    .where('plan', '=', plan)
    .where('closed_at', 'is', null)
    .where('created_at', '>', since.startedAfter)
  return (await countAll(subscriptions)) + (await countAll(checkouts))
}

/** Whether the plan of a subscription may have changed since its provider described it. */
export const isAnyChanging = ({ db }: DbContext): Promise<boolean> =>
  tableRows('subscriptions').has({ db }, (is) =>
    is.and([is('status', '!=', 'ended'), is('changing_until', '>=', is.ref('fetched_at'))]),
  )
