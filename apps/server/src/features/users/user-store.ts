import type { Insertable } from 'kysely'
import { AppError, TamperedRowError } from '../../app-error.ts'
import type { DbContext, TrxContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { readInSteps } from '../../db/json-rows.ts'
import { users } from '../../db/schema/accounts.ts'
import { signedRows } from '../../db/signed-rows.ts'
import type { Where } from '../../db/table-rows.ts'
import type { Row, Tables } from '../../db/tables.ts'
import type { Trx } from '../../db/transaction.ts'
import { canonical } from './canonical.ts'

export type User = Row<'users'>
export type NewUser = Omit<Insertable<Tables['users']>, 'id' | 'mac'>

/** What {@link userMac} covers, for joins that check it beside other rows. */
export const userMacColumns = [
  'users.email_canonical',
  'users.password_hash',
  'users.role',
  'users.status',
  'users.suspended_reason',
  'users.plan',
  'users.email_verified_at',
  'users.deleted_at',
  'users.mac as owner_mac',
] as const

/** Authenticates who a user is, the password hash, and what the account may do. */
export const userMac = users.mac

const stored = signedRows(users)

/** Whether an account signs in with a password. One that signs in elsewhere has none: its hash is empty. */
export const hasPassword = ({ password_hash }: Pick<User, 'password_hash'>): boolean => password_hash !== ''

/**
 * The MAC covers the canonical form of an e-mail address, but mail goes to the address as spelled, so the two must
 * match.
 * @throws TamperedRowError
 */
export function checkSpelling({
  id,
  email,
  email_canonical,
}: Pick<User, 'id' | 'email' | 'email_canonical'>): void {
  if (canonical(email) !== email_canonical) throw new TamperedRowError('users', String(id))
}

async function find(ctx: DbContext<'secrets'>, where: Where<'users'>): Promise<User | undefined> {
  const user = await stored.find(ctx, where)
  if (user) checkSpelling(user)
  return user
}

export const findUser = (ctx: DbContext<'secrets'>, id: number) => find(ctx, { id })

/** The account of a caller. @throws AppError UNAUTHENTICATED if it was deleted in the meantime */
export async function requireUser(ctx: DbContext<'secrets'>, id: number): Promise<User> {
  const user = await findUser(ctx, id)
  if (!user) throw new AppError('UNAUTHENTICATED')
  return user
}

/**
 * Finds the account with this e-mail address. Usernames are ignored: no MAC covers them, so a writer of the database
 * could set one to another user's address.
 */
export const findUserByEmail = (ctx: DbContext<'secrets'>, email_canonical: string) =>
  find(ctx, { email_canonical })

/**
 * Finds an account by e-mail address or username, for callers who also present a password. No username contains an `@`,
 * so the two cannot be confused.
 */
export const findUserByName = (ctx: DbContext<'secrets'>, canonical: string) =>
  find(ctx, (is) => is.or({ email_canonical: canonical, username_canonical: canonical }))

export const isEmailTaken = (db: Db, email_canonical: string) => stored.has({ db }, { email_canonical })

export const isUsernameTaken = (db: Db, username_canonical: string) =>
  stored.has({ db }, { username_canonical })

/** @throws a unique violation when the e-mail address or the username is taken */
export const insertUser = (ctx: TrxContext<'secrets'>, newUser: NewUser) => stored.insert(ctx, newUser)

/**
 * Whether the account being registered is the first of this instance. The row has a unique key: of two accounts
 * registered at the same time, the second waits for the first and then finds the row. The row is inserted only while
 * there are no accounts.
 */
export async function claimOperator(trx: Trx): Promise<boolean> {
  const claim = await trx
    .insertInto('instance')
    .values({ key: 'operator', value: 'claimed' })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst()
  if (claim.numInsertedOrUpdatedRows !== 1n) return false
  return !(await hasAccounts(trx))
}

export const hasAccounts = (db: Db) => stored.has({ db }, {})

type Change = Partial<
  Pick<
    User,
    | 'email'
    | 'email_canonical'
    | 'password_changed_at'
    | 'username'
    | 'username_canonical'
    | 'first_name'
    | 'last_name'
    | 'time_zone'
    | 'password_hash'
    | 'role'
    | 'status'
    | 'suspended_reason'
    | 'plan'
    | 'email_verified_at'
    | 'deleted_at'
  >
>

/**
 * Changes an account from the state that was read.
 * @returns the changed account; undefined when it was changed by another transaction in the meantime
 * @throws a unique violation when the username or the e-mail address is taken
 */
export async function changeUser(
  { db, secrets, clock }: TrxContext<'secrets' | 'clock'>,
  user: User,
  change: Change,
): Promise<User | undefined> {
  const changed = { ...user, ...change }
  const now = clock()
  return await db
    .updateTable('users')
    .set({
      ...change,
      ...(change.password_hash !== undefined && { password_changed_at: now }),
      updated_at: now,
      mac: userMac.of(secrets, changed),
    })
    .where('id', '=', user.id)
    .where('mac', '=', user.mac)
    .returningAll()
    .executeTakeFirst()
}

/** In which time zone the account with this e-mail address reads dates; null: not known. */
export const findTimeZone = async (db: Db, email_canonical: string): Promise<string | null> => {
  const columns = db.selectFrom('users').select('time_zone').where('email_canonical', '=', email_canonical)
  return (await columns.executeTakeFirst())?.time_zone ?? null
}

/** Of these accounts, those that are suspended or deleted. */
export async function listInactive(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await readInSteps(db, ids, (some) =>
    db.selectFrom('users').select('id').where('id', 'in', some).where('status', '!=', 'ACTIVE').execute(),
  )
  return rows.map(({ id }) => id)
}

/** The plans of those of these accounts that are active and have limits, without their MACs. */
export async function plansOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['id', 'plan'])
    .where('id', 'in', ids)
    .where('status', '=', 'ACTIVE')
    .where('role', '!=', 'SUPER_ADMIN')
    .execute()
  return new Map(rows.map(({ id, plan }) => [id, plan]))
}

/** Accounts that were deleted before a time and are due for permanent deletion. */
export async function listDeletedBefore(db: Db, time: number): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('status', '=', 'INACTIVE')
    .where('deleted_at', '<=', time)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes an account with everything that references it. */
export const deleteUser = (db: Trx, id: number) => stored.remove({ db }, { id })

/** The names of an account, as lists show them. */
interface UserNames {
  readonly email: string
  readonly username: string
}

/** The names by user id. Deleted accounts are left out. */
export async function namesOfUsers(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, UserNames>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email', 'username'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, ...names }) => [id, names]))
}
