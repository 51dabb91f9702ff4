import type { Insertable, Selectable } from 'kysely'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { rowSeal } from '../../db/row-seal.ts'
import type { UsersTable } from '../../db/tables.ts'
import type { Trx } from '../../db/transaction.ts'

export type User = Selectable<UsersTable>
export type NewUser = Omit<Insertable<UsersTable>, 'id' | 'mac'>
type Sealed = Pick<
  User,
  'id' | 'email_canonical' | 'password_hash' | 'role' | 'status' | 'plan' | 'email_verified_at'
>
type Secrets = Pick<Context, 'secrets'>

/** Who somebody is, what proves it, and what that entitles to. */
export const userSeal = rowSeal<Sealed>(
  'users',
  ({ id }) => String(id),
  ({ email_canonical, password_hash, role, status, plan, email_verified_at }) => ({
    email_canonical,
    password_hash,
    role,
    status,
    plan,
    // Left out while there is nothing to vouch for, as in rows from before addresses were verified.
    ...(email_verified_at === null ? {} : { email_verified_at }),
  }),
)

const checked = ({ secrets }: Secrets, user: User | undefined): User | undefined => {
  if (user) userSeal.check(secrets, user)
  return user
}

export const findUser = async (ctx: Secrets, db: Db, id: number): Promise<User | undefined> =>
  checked(ctx, await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst())

/** By e-mail address or username; no username holds an `@`, so the two cannot be mistaken for one another. */
export const findUserByName = async (ctx: Secrets, db: Db, canonical: string): Promise<User | undefined> =>
  checked(
    ctx,
    await db
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

const noSeal = new Uint8Array(0)

/** @throws a unique violation when e-mail address or username are taken */
export async function insertUser({ secrets }: Secrets, trx: Trx, given: NewUser): Promise<User> {
  const user = await trx
    .insertInto('users')
    .values({ ...given, mac: noSeal })
    .returningAll()
    .executeTakeFirstOrThrow()
  const mac = userSeal.of(secrets, user)
  await trx.updateTable('users').set({ mac }).where('id', '=', user.id).execute()
  return { ...user, mac }
}

/**
 * Whether whoever registers now is the first on this instance. The row's key is unique, so of two who register at
 * the same moment the second waits for the first and finds the place taken; and it is given only where nobody is yet.
 */
export async function claimOperator(trx: Trx): Promise<boolean> {
  const claim = await trx
    .insertInto('instance')
    .values({ key: 'operator', value: 'claimed' })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst()
  if (claim.numInsertedOrUpdatedRows !== 1n) return false
  return (await trx.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined
}

/** Sets a new password unless somebody else did meanwhile; says whether it did. */
export async function replacePassword(
  { secrets, clock }: Pick<Context, 'secrets' | 'clock'>,
  trx: Trx,
  user: User,
  passwordHash: string,
): Promise<boolean> {
  const mac = userSeal.of(secrets, { ...user, password_hash: passwordHash })
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ password_hash: passwordHash, updated_at: clock(), mac })
    .where('id', '=', user.id)
    .where('mac', '=', user.mac)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Makes whoever else counts what this account has wait until the transaction ends. SQLite has one writer anyway. */
export async function lockUser({ engine }: Pick<Context, 'engine'>, trx: Trx, id: number): Promise<void> {
  if (engine === 'postgres')
    await trx.selectFrom('users').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
}
