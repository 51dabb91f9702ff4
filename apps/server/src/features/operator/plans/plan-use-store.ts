import { unlimited } from '@envhold/contract/billing/plans.ts'
import type { DbContext } from '../../../context.ts'
import { countAll } from '../../../db/affected-rows.ts'
import type { Db } from '../../../db/connect.ts'

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

const ownersOver = (db: Db, maxProjects: number) =>
  db
    .selectFrom('projects')
    .select('owner_id')
    .where('removed_at', 'is', null)
    .groupBy('owner_id')
    .having(({ fn }) => fn.countAll(), '>', maxProjects)

/** As `projects/compliance-state-store.ts` counts people: each once, invited or accepted, and not those whose access rests. */
const ownersOverPeople = (db: Db, maxCollaborators: number, now: number) =>
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
    .having(({ fn }) => fn.countAll(), '>', maxCollaborators)

/** The accounts of a plan that use more than these limits allow, in the order of their ids. */
export async function listAccountsOver(
  { db, clock }: DbContext<'clock'>,
  { plan, maxProjects, maxCollaborators }: Limit,
): Promise<readonly AccountOver[]> {
  if (maxProjects === unlimited && maxCollaborators === unlimited) return []
  // A limit that no count exceeds finds nobody.
  const maxOf = (limit: number) => (limit === unlimited ? Number.MAX_SAFE_INTEGER : limit)
  const owners = ownersOver(db, maxOf(maxProjects)).union(
    ownersOverPeople(db, maxOf(maxCollaborators), clock()),
  )
  const rows = await db
    .selectFrom('users')
    .leftJoin('account_phases', 'account_phases.user_id', 'users.id')
    .select(['users.id', 'users.status', 'account_phases.phase'])
    // One list, so that both engines begin with these few and not with all accounts of the plan.
    .where('users.id', 'in', owners)
    .where('users.plan', '=', plan)
    // Operators have no limits.
    .where('users.role', '!=', 'SUPER_ADMIN')
    .orderBy('users.id')
    .execute()
  return rows.map(({ id, status, phase }) => ({ id, entersGrace: status === 'ACTIVE' && phase !== 'grace' }))
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

/** Subscriptions that pay for a plan, or may again, and checkouts that lead to it. */
export async function countSales(
  { db }: DbContext,
  plan: string,
  since: { readonly endedAfter: number; readonly startedAfter: number },
): Promise<number> {
  const subscriptions = db
    .selectFrom('subscriptions')
    .where('plan', '=', plan)
    .where((eb) => eb.or([eb('status', '!=', 'ended'), eb('ended_at', '>', since.endedAfter)]))
  const checkouts = db
    .selectFrom('checkouts')
    .where('plan', '=', plan)
    .where('closed_at', 'is', null)
    .where('created_at', '>', since.startedAfter)
  return (await countAll(subscriptions)) + (await countAll(checkouts))
}
