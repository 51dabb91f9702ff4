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
export async function deleteUserKey(db: Trx, userId: number): Promise<void> {
  await deletePasskeyUnlocksOf(db, userId)
  await stored.remove({ db }, { user_id: userId })
}

/** Replaces `before`, unless it was changed in the meantime. Returns whether it did. */
export async function replaceUserKey(
  ctx: TrxContext<'secrets' | 'clock'>,
  before: UserKey,
  key: NewUserKey,
): Promise<boolean> {
  const now = ctx.clock()
  const { sealed, sealed_recovery } = before
  const change = {
    ...key,
    ...(!isSame(sealed, key.sealed) && { password_changed_at: now }),
    ...(!isSame(sealed_recovery, key.sealed_recovery) && {
      recovery_made_at: now,
      recovery_checked_at: null,
    }),
    updated_at: now,
  }
  return (await stored.change(ctx, before, change, { sealed, sealed_recovery })) !== undefined
}

/** Stores that the user proved to have the recovery key, the first time after it was made. */
export const checkOffRecoveryKey = (ctx: DbContext<'clock'>, userId: number) =>
  stored.touch(ctx, { user_id: userId, recovery_checked_at: null }, { recovery_checked_at: ctx.clock() })

/** A user's private key, sealed for one passkey. */
export type StoredPasskeyUnlock = Row<'passkey_unlocks'>

export const passkeyUnlockMac = passkeyUnlocks.mac
const storedUnlocks = signedRows(passkeyUnlocks)

/** @throws TamperedRowError */
export const findPasskeyUnlock = (ctx: DbContext<'secrets'>, passkeyId: string) =>
  storedUnlocks.find(ctx, { passkey_id: passkeyId })

/** Stores what a passkey opens, in place of what it opened before. */
export async function storePasskeyUnlock(
  ctx: TrxContext<'secrets'>,
  unlock: Omit<StoredPasskeyUnlock, 'mac'>,
) {
  await storedUnlocks.remove(ctx, { passkey_id: unlock.passkey_id })
  await storedUnlocks.insert(ctx, unlock)
}

/** After this, no passkey opens the user's vault. */
export const deletePasskeyUnlocksOf = (db: Trx, userId: number) =>
  storedUnlocks.remove({ db }, { user_id: userId })
