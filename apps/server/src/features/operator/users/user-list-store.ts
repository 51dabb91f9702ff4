import type { UserSort } from '@envhold/contract/operator/users.ts'
import { sql } from 'kysely'
import type { DbContext } from '../../../context.ts'
import { countAll } from '../../../db/affected-rows.ts'
import type { Db } from '../../../db/connect.ts'
import { contains } from '../../../db/like-pattern.ts'
import { environmentBytesByOwner } from '../../projects/storage-store.ts'
import { canonical } from '../../users/canonical.ts'
import { checkSpelling, type User, userMac } from '../../users/user-store.ts'
import { checkOperatorAction } from './operator-action-store.ts'

/** What selects users. Undefined and empty texts leave nobody out. */
export interface UserFilter {
  readonly status?: User['status'] | undefined
  readonly role?: string | undefined
  readonly plan?: string | undefined
  /** The id, or a part of a name or of the e-mail address. */
  readonly search: string
}

export const userFilterOf = ({
  search,
  ...filter
}: Omit<UserFilter, 'search'> & { readonly search?: string | undefined }): UserFilter => ({
  status: filter.status,
  role: filter.role,
  plan: filter.plan,
  search: search?.trim() ?? '',
})

const fullName = sql<string>`coalesce(first_name, '') || ' ' || coalesce(last_name, '')`

/** 15 digits are a safe integer. */
const idIn = (search: string): number => (/^\d{1,15}$/.test(search) ? Number(search) : 0)

interface Among {
  readonly status: User['status']
  /** Those with one of these roles. */
  readonly roles: readonly string[]
  /** Left out. */
  readonly operator: number
  /** The highest id. */
  readonly upTo: number
  readonly losing?: Losing | undefined
}

/** Who would lose by a grant, and is left out. */
export interface Losing {
  /** Those with one of these plans. */
  readonly plans: readonly string[]
  /** Those whose granted plan ends after this time. */
  readonly grantedBeyond: number
}

/** Of the users that a filter leaves, those that an act changes, as a query for their ids. */
export const usersAmong = (
  ctx: DbContext<'engine'>,
  filter: UserFilter,
  { status, roles, operator, upTo, losing }: Among,
) =>
  matching(ctx, filter)
    .select('users.id')
    .where('users.status', '=', status)
    .where('users.role', 'in', [...roles, ''])
    .where('users.id', '!=', operator)
    .where('users.id', '<=', upTo)
    .$if(losing !== undefined, (query) =>
      query
        .where('users.plan', 'not in', [...(losing?.plans ?? []), ''])
        .where('users.id', 'not in', grantedBeyond(ctx, losing?.grantedBeyond ?? 0)),
    )

const grantedBeyond = ({ db }: DbContext, time: number) =>
  db.selectFrom('granted_plans').select('user_id').where('ends_at', '>', time)

/** The users that a search finds, as a condition on other rows: their ids. */
export const idsFoundBy = (ctx: DbContext<'engine'>, search: string) =>
  matching(ctx, { search: search.trim() }).select('users.id')

/** The users that a filter leaves. The columns are searched in lower case, so case does not count. */
const matching = ({ db, engine }: DbContext<'engine'>, { status, role, plan, search }: UserFilter) => {
  const text = canonical(search)
  return db
    .selectFrom('users')
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'ACTIVE'))
    .$if(role !== undefined, (query) => query.where('role', '=', role ?? ''))
    .$if(plan !== undefined, (query) => query.where('plan', '=', plan ?? ''))
    .$if(search !== '', (query) =>
      query.where(({ eb, or }) =>
        or([
          eb('users.id', '=', idIn(search)),
          contains(engine, 'username_canonical', text),
          contains(engine, 'email_canonical', text),
          // SQLite lowers ASCII alone: other letters are found as they are written.
          contains(engine, sql<string>`lower(${fullName})`, text),
          contains(engine, fullName, search),
        ]),
      ),
    )
}

export const countUsers = (ctx: DbContext<'engine'>, filter: UserFilter): Promise<number> =>
  countAll(matching(ctx, filter))

/** The highest id of a user; 0 without any. */
export const newestUserId = async (db: Db): Promise<number> =>
  (await db.selectFrom('users').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0

/** How many users have each status. */
export async function countStatuses(db: Db): Promise<Record<User['status'], number>> {
  const rows = await db
    .selectFrom('users')
    .select(['status', ({ fn }) => fn.countAll<number>().as('total')])
    .groupBy('status')
    .execute()
  const counts = { ACTIVE: 0, SUSPENDED: 0, INACTIVE: 0, PENDING: 0 }
  for (const { status, total } of rows) counts[status] = Number(total)
  return counts
}

/** @throws TamperedRowError */
export async function listUserRows(
  ctx: DbContext<'engine' | 'secrets'>,
  filter: UserFilter,
  { sort, limit, offset }: { readonly sort: UserSort; readonly limit: number; readonly offset: number },
): Promise<User[]> {
  const { db } = ctx
  const ids = matching(ctx, filter)
    .select('id')
    .$if(sort === 'name', (query) => query.orderBy('username_canonical'))
    .$if(sort === 'storage', (query) =>
      query
        .leftJoin(environmentBytesByOwner(db).as('stored'), 'stored.owner_id', 'users.id')
        .orderBy(sql`coalesce(stored.bytes, 0)`, 'desc')
        .orderBy('id'),
    )
    .$if(sort === 'newest' || sort === 'oldest', (query) =>
      query.orderBy('id', sort === 'newest' ? 'desc' : 'asc'),
    )
    .limit(limit)
    .offset(offset)
  return await readUsers(ctx, await ids.execute())
}

/** The newest users that a filter leaves and whose id is below another. @throws TamperedRowError */
export const listUserRowsBelow = async (
  ctx: DbContext<'engine' | 'secrets'>,
  filter: UserFilter,
  { below, limit }: { readonly below: number; readonly limit: number },
): Promise<User[]> =>
  await readUsers(
    ctx,
    await matching(ctx, filter)
      .select('id')
      .where('users.id', '<', below)
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),
  )

/** These users, in this order. */
async function readUsers({ db, secrets }: DbContext<'secrets'>, ids: readonly Pick<User, 'id'>[]) {
  const userIds = ids.map(({ id }) => id)
  if (userIds.length === 0) return []
  const rows = await db.selectFrom('users').selectAll().where('id', 'in', userIds).execute()
  const users = new Map(rows.map((user) => [user.id, user]))
  return userIds.flatMap((id) => {
    const user = users.get(id)
    if (!user) return []
    userMac.check(secrets, user)
    checkSpelling(user)
    return user
  })
}

const inGrace = (db: Db, deletedAfter: number) =>
  db.selectFrom('users').where('status', '=', 'INACTIVE').where('deleted_at', '>', deletedAfter)

/** Those whose restore window ends after a time, the first to end first. */
export const listInGrace = async (
  { db, secrets }: DbContext<'secrets'>,
  { deletedAfter, limit }: { readonly deletedAfter: number; readonly limit: number },
): Promise<User[]> => {
  const rows = await inGrace(db, deletedAfter)
    .selectAll()
    .orderBy('deleted_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  for (const row of rows) userMac.check(secrets, row)
  return rows
}

export const countInGrace = (db: Db, deletedAfter: number): Promise<number> =>
  countAll(inGrace(db, deletedAfter))

interface Shares {
  readonly projects: number
  readonly collaborations: number
}

/** How many projects each of these users owns, and in how many of others they are. */
export async function countProjects(db: Db, ids: readonly number[]): Promise<(id: number) => Shares> {
  if (ids.length === 0) return () => ({ projects: 0, collaborations: 0 })
  const owned = await db
    .selectFrom('projects')
    .select(['owner_id', ({ fn }) => fn.countAll<number>().as('total')])
    .where('owner_id', 'in', ids)
    .where('removed_at', 'is', null)
    .groupBy('owner_id')
    .execute()
  const shared = await db
    .selectFrom('memberships')
    .innerJoin('projects', 'projects.id', 'memberships.project_id')
    .where('projects.removed_at', 'is', null)
    .select(['user_id', ({ fn }) => fn.countAll<number>().as('total')])
    .where('user_id', 'in', ids)
    .groupBy('user_id')
    .execute()
  const projects = new Map(owned.map(({ owner_id, total }) => [owner_id, Number(total)]))
  const collaborations = new Map(shared.map(({ user_id, total }) => [user_id, Number(total)]))
  return (id) => ({ projects: projects.get(id) ?? 0, collaborations: collaborations.get(id) ?? 0 })
}

/** Who suspended each of these accounts, and when. @throws TamperedRowError */
export async function findSuspensions(
  ctx: DbContext<'secrets'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { readonly operator: string | null; readonly at: number }>> {
  if (ids.length === 0) return new Map()
  const { db } = ctx
  const newest = db
    .selectFrom('operator_actions')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('user_id', 'in', ids)
    .where('act', '=', 'suspend')
    .groupBy('user_id')
  const rows = await db
    .selectFrom('operator_actions')
    .leftJoin('users as operators', 'operators.id', 'operator_actions.operator_id')
    .where('operator_actions.id', 'in', newest)
    .selectAll('operator_actions')
    .select('operators.username as operator')
    .execute()
  for (const row of rows) checkOperatorAction(ctx, row)
  return new Map(rows.map(({ user_id, created_at: at, operator }) => [user_id, { at, operator }]))
}

/** What a list of accounts does not show: which methods an account signs in with, and when it was used. Nothing secret. */
export async function findUsedBy(
  db: Db,
  userId: number,
  now: number,
): Promise<{
  readonly sessions: number
  readonly lastSeenAt: number | null
  readonly lastSignInAt: number | null
  readonly hasMasterPassword: boolean
}> {
  const sessions = await db
    .selectFrom('sessions')
    .select(({ fn }) => [fn.countAll<number>().as('total'), fn.max('last_seen_at').as('seen')])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  const devices = await db
    .selectFrom('devices')
    .select(({ fn }) => fn.max('last_seen_at').as('seen'))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const key = await db
    .selectFrom('user_keys')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return {
    sessions: Number(sessions.total),
    lastSeenAt: sessions.seen,
    lastSignInAt: devices?.seen ?? null,
    hasMasterPassword: key !== undefined,
  }
}
