import type { DbContext, TrxContext } from '../../context.ts'
import { passkeyUnlocks, userKeys } from '../../db/schema/keyring.ts'
import { signedRows } from '../../db/signed-rows.ts'
import type { Row } from '../../db/tables.ts'
import type { Trx } from '../../db/transaction.ts'

/** A user's stored key pair: sealed under the master password, and again under the recovery key. */
export type UserKey = Row<'user_keys'>
/** The fields that a set-up, change or recovery writes. */
export type NewUserKey = Pick<
  Row<'user_keys'>,
  'user_id' | 'key_version' | 'public_key' | 'sealed' | 'sealed_recovery'
>

export const userKeyMac = userKeys.mac

const stored = signedRows(userKeys)

export const findUserKey = (ctx: DbContext<'secrets'>, userId: number) =>
  stored.find(ctx, { user_id: userId })

/** Whether a user has set a master password. */
export const hasUserKey = async (ctx: DbContext<'secrets'>, userId: number) =>
  (await findUserKey(ctx, userId)) !== undefined

/** @throws a unique violation when the user has one */
export async function insertUserKey(ctx: TrxContext<'secrets' | 'clock'>, key: NewUserKey): Promise<void> {
  const now = ctx.clock()
  await stored.insert(ctx, { ...key, created_at: now, updated_at: now })
}

const isSame = (left: Uint8Array, right: Uint8Array): boolean => Buffer.compare(left, right) === 0

/** Deletes a user's key pair with everything that opens it. */
export async function deleteUserKey(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('passkey_unlocks').where('user_id', '=', userId).execute()
  await trx.deleteFrom('user_keys').where('user_id', '=', userId).execute()
}

/** Replaces `before`, unless it was changed in the meantime. Returns whether it did. */
export async function replaceUserKey(
  { db, secrets, clock }: TrxContext<'secrets' | 'clock'>,
  before: UserKey,
  key: NewUserKey,
): Promise<boolean> {
  const now = clock()
  const { numUpdatedRows } = await db
    .updateTable('user_keys')
    .set({
      ...key,
      ...(!isSame(before.sealed, key.sealed) && { password_changed_at: now }),
      ...(!isSame(before.sealed_recovery, key.sealed_recovery) && {
        recovery_made_at: now,
        recovery_checked_at: null,
      }),
      updated_at: now,
      mac: userKeyMac.of(secrets, key),
    })
    .where('user_id', '=', before.user_id)
    .where('sealed', '=', before.sealed)
    .where('sealed_recovery', '=', before.sealed_recovery)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Stores that the user proved to have the recovery key, the first time after it was made. */
export async function checkOffRecoveryKey({ db, clock }: DbContext<'clock'>, userId: number): Promise<void> {
  await db
    .updateTable('user_keys')
    .set({ recovery_checked_at: clock() })
    .where('user_id', '=', userId)
    .where('recovery_checked_at', 'is', null)
    .execute()
}

/** A user's private key, sealed for one passkey. */
export type StoredPasskeyUnlock = Row<'passkey_unlocks'>

export const passkeyUnlockMac = passkeyUnlocks.mac
const storedUnlocks = signedRows(passkeyUnlocks)

/** @throws TamperedRowError */
export const findPasskeyUnlock = (ctx: DbContext<'secrets'>, passkeyId: string) =>
  storedUnlocks.find(ctx, { passkey_id: passkeyId })

/** Stores what a passkey opens, in place of what it opened before. */
export async function storePasskeyUnlock(
  { db, secrets }: TrxContext<'secrets'>,
  unlock: Omit<StoredPasskeyUnlock, 'mac'>,
): Promise<void> {
  const row = { ...unlock, mac: passkeyUnlockMac.of(secrets, unlock) }
  const { passkey_id: _, ...columns } = row
  await db
    .insertInto('passkey_unlocks')
    .values(row)
    .onConflict((conflict) => conflict.column('passkey_id').doUpdateSet(columns))
    .execute()
}

/** After this, no passkey opens the user's vault. */
export async function deletePasskeyUnlocksOf(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('passkey_unlocks').where('user_id', '=', userId).execute()
}
