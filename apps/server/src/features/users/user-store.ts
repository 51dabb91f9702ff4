import type { Insertable } from 'kysely'
import { TamperedRowError } from '../../app-error.ts'
import type { DbContext, SecretsContext, TrxContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { users } from '../../db/schema/accounts.ts'
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

const checked = ({ secrets }: SecretsContext, user: User | undefined): User | undefined => {
  if (!user) return undefined
  userMac.check(secrets, user)
  checkSpelling(user)
  return user
}

export const findUser = async (ctx: DbContext<'secrets'>, id: number): Promise<User | undefined> =>
  checked(ctx, await ctx.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst())

/**
 * Finds the account with this e-mail address. Usernames are ignored: no MAC covers them, so a writer of the database
 * could set one to another user's address.
 */
export const findUserByEmail = async (
  ctx: DbContext<'secrets'>,
  emailCanonical: string,
): Promise<User | undefined> =>
  checked(
    ctx,
    await ctx.db
      .selectFrom('users')
      .selectAll()
      .where('email_canonical', '=', emailCanonical)
      .executeTakeFirst(),
  )

/**
 * Finds an account by e-mail address or username, for callers who also present a password. No username contains an `@`,
 * so the two cannot be confused.
 */
export const findUserByName = async (
  ctx: DbContext<'secrets'>,
  canonical: string,
): Promise<User | undefined> =>
  checked(
    ctx,
    await ctx.db
      .selectFrom('users')
      .selectAll()
      .where((where) =>
        where.or([where('email_canonical', '=', canonical), where('username_canonical', '=', canonical)]),
      )
      .executeTakeFirst(),
  )

export const isEmailTaken = async (db: Db, emailCanonical: string): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where('email_canonical', '=', emailCanonical)
    .executeTakeFirst()) !== undefined

export const isUsernameTaken = async (db: Db, usernameCanonical: string): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where('username_canonical', '=', usernameCanonical)
    .executeTakeFirst()) !== undefined

const emptyMac = new Uint8Array(0)

/** @throws a unique violation when the e-mail address or the username is taken */
export async function insertUser({ db, secrets }: TrxContext<'secrets'>, newUser: NewUser): Promise<User> {
  const user = await db
    .insertInto('users')
    .values({ ...newUser, mac: emptyMac })
    .returningAll()
    .executeTakeFirstOrThrow()
  const mac = userMac.of(secrets, user)
  await db.updateTable('users').set({ mac }).where('id', '=', user.id).execute()
  return { ...user, mac }
}

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

export const hasAccounts = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined

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

/** How many ids a statement takes. */
const idsPerQuery = 500

/** Of these accounts, those that are suspended or deleted. */
export async function listInactive(db: Db, ids: readonly number[]): Promise<number[]> {
  const userIds: number[] = []
  for (let index = 0; index < ids.length; index += idsPerQuery) {
    const rows = await db
      .selectFrom('users')
      .select('id')
      .where('id', 'in', ids.slice(index, index + idsPerQuery))
      .where('status', '!=', 'ACTIVE')
      .execute()
    for (const { id } of rows) userIds.push(id)
  }
  return userIds
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
export async function deleteUser(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('users').where('id', '=', id).execute()
}

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
