import { hash } from 'node:crypto'
import type { Context, Within } from '../../../context.ts'
import type { Db } from '../../../db/connect.ts'
import { passkeys } from '../../../db/schema/factors.ts'
import type { Row } from '../../../db/tables.ts'
import type { Trx } from '../../../db/transaction.ts'

export type Passkey = Row<'passkeys'>
export const passkeyMac = passkeys.mac

/** @throws TamperedRowError */
export async function findPasskey(
  { db, secrets }: Pick<Context, 'db' | 'secrets'>,
  id: string,
): Promise<Passkey | undefined> {
  const row = await db.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst()
  if (row) passkeyMac.check(secrets, row)
  return row
}

/** The passkeys of a user, the oldest first. @throws TamperedRowError */
export async function listPasskeysOf(
  { db, secrets }: Pick<Context, 'db' | 'secrets'>,
  userId: number,
): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  for (const row of rows) passkeyMac.check(secrets, row)
  return rows
}

/** The ids of a user's passkeys that open the vault. */
export async function listUnlockingPasskeys(db: Db, userId: number): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('passkey_unlocks')
    .select('passkey_id')
    .where('user_id', '=', userId)
    .execute()
  return new Set(rows.map(({ passkey_id }) => passkey_id))
}

/** @throws a unique violation when the credential is registered */
export async function insertPasskey(
  { db, secrets }: Within<'secrets'>,
  passkey: Omit<Passkey, 'mac'>,
): Promise<void> {
  await db
    .insertInto('passkeys')
    .values({ ...passkey, mac: passkeyMac.of(secrets, passkey) })
    .execute()
}

/**
 * Stores a use of a passkey, unless it was removed or used in the meantime.
 * @returns whether it did
 */
export async function storePasskeyUse(
  { db, secrets, clock }: Within<'secrets' | 'clock'>,
  passkey: Passkey,
  { counter, backedUp }: { readonly counter: number; readonly backedUp: boolean },
): Promise<boolean> {
  const mac = passkeyMac.of(secrets, { ...passkey, counter })
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter, mac, backed_up: backedUp ? 1 : 0, last_used_at: clock() })
    .where('id', '=', passkey.id)
    .where('counter', '=', passkey.counter)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** @returns whether the user has such a passkey */
export async function renamePasskeyOf(
  trx: Trx,
  userId: number,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Stands for a passkey where its id, of any length, would be too long. */
export const passkeyHash = (id: string): string => hash('sha256', id, 'base64url')

/** Deletes a passkey, and with it what it opens. @returns whether it opened the vault */
export async function deletePasskeyRow(trx: Trx, id: string): Promise<boolean> {
  const unlocks = trx.deleteFrom('passkey_unlocks').where('passkey_id', '=', id)
  const { numDeletedRows } = await unlocks.executeTakeFirst()
  await trx.deleteFrom('passkeys').where('id', '=', id).execute()
  return numDeletedRows > 0n
}

/** How many passkeys were made for another host. */
export async function countForeignPasskeys(db: Db, rpId: string): Promise<number> {
  const row = await db
    .selectFrom('passkeys')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('rp_id', '!=', rpId)
    .executeTakeFirst()
  return Number(row?.n ?? 0)
}
