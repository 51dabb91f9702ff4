import { unlimited } from '@envhold/contract/billing/plans.ts'
import type { DbContext, SecretsContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { preparedQuery } from '../../db/prepared-query.ts'
import { type AccountPhaseRow, accountPhaseMac } from '../plans/account-phase-store.ts'
import { planMac, planMacColumns } from '../plans/plan-store.ts'
import { userMac, userMacColumns } from '../users/user-store.ts'

/** What a state follows from, before anything is counted. */
export interface Owner {
  readonly id: number
  readonly status: string
  readonly role: string
  readonly plan: string
  readonly maxProjects: number
  readonly maxCollaborators: number
  readonly maxStoredBytes: number
  readonly hadPaid: boolean
}

/** Owners with what their state and their limits follow from. */
export const ownerRows = (db: Db) =>
  db
    .selectFrom('users')
    .innerJoin('plans', 'plans.name', 'users.plan')
    .leftJoin('account_phases', 'account_phases.user_id', 'users.id')
    .selectAll('account_phases')
    .select(['users.id', 'plans.name', ...userMacColumns, ...planMacColumns])

const findRow = preparedQuery((db) => ownerRows(db).where('users.id', '=', 0))
type Row = Awaited<ReturnType<typeof findRow>>[number]

/** @throws TamperedRowError */
export function ownerIn({ secrets }: SecretsContext, row: Row): Owner {
  const { id, status, role, plan, max_projects, max_collaborators, max_stored_bytes, had_paid } = row
  userMac.check(secrets, { ...row, mac: row.owner_mac })
  planMac.check(secrets, { ...row, is_active: row.plan_is_active, mac: row.plan_mac })
  // The columns of an account without a phase are null.
  if (row.mac !== null) accountPhaseMac.check(secrets, row as AccountPhaseRow)
  return {
    id,
    status,
    role,
    plan,
    maxProjects: max_projects,
    maxCollaborators: max_collaborators,
    maxStoredBytes: role === 'SUPER_ADMIN' ? unlimited : max_stored_bytes,
    hadPaid: had_paid === 1,
  }
}

/** One owner: one query, which every write of a variable makes. */
export async function findOwner(ctx: DbContext<'secrets'>, id: number): Promise<Owner> {
  const [row] = await findRow(ctx.db, [id])
  if (!row) throw new Error(`The account ${id} or its plan is missing`)
  return ownerIn(ctx, row)
}

export const listOwners = async (ctx: DbContext<'secrets'>, ids: readonly number[]): Promise<Owner[]> =>
  ids.length === 0
    ? []
    : (await ownerRows(ctx.db).where('users.id', 'in', ids).execute()).map((row) => ownerIn(ctx, row))

/** How many live projects each of these owners has. */
export async function countProjectsOf(
  db: Db,
  ownerIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (ownerIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('projects')
    .select(({ fn }) => ['owner_id', fn.countAll<number>().as('n')])
    .where('owner_id', 'in', ownerIds)
    .where('removed_at', 'is', null)
    .groupBy('owner_id')
    .execute()
  return new Map(rows.map(({ owner_id, n }) => [owner_id, Number(n)]))
}

/** Somebody with whom an owner shares projects, invited or accepted. */
interface SharedPerson {
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
