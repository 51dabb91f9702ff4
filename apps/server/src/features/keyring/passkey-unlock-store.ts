import type { DbContext, TrxContext } from '../../context.ts'
import { passkeyUnlocks } from '../../db/schema/keyring.ts'
import { signedRows } from '../../db/signed-rows.ts'
import type { Row } from '../../db/tables.ts'
import type { Trx } from '../../db/transaction.ts'

/** A user's private key, sealed for one passkey. */
export type StoredPasskeyUnlock = Row<'passkey_unlocks'>

export const passkeyUnlockMac = passkeyUnlocks.mac
const stored = signedRows(passkeyUnlocks)

/** @throws TamperedRowError */
export const findPasskeyUnlock = (ctx: DbContext<'secrets'>, passkeyId: string) =>
  stored.find(ctx, { passkey_id: passkeyId })

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
