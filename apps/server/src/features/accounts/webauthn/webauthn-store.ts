import { hash } from 'node:crypto'
import type { DbContext, TrxContext } from '../../../context.ts'
import type { Db } from '../../../db/connect.ts'
import { passkeys } from '../../../db/schema/factors.ts'
import { signedRows } from '../../../db/signed-rows.ts'
import type { Row } from '../../../db/tables.ts'
import type { Trx } from '../../../db/transaction.ts'

/** What a challenge may be used for: one purpose, by one account or ticket. Anybody may sign in. */
export type ChallengeUse =
  | { readonly purpose: 'sign-in' }
  | { readonly purpose: 'second-factor'; readonly userId: number; readonly ticketId: string }
  | { readonly purpose: 'register' | 'step-up' | 'unlock'; readonly userId: number }

const columnsOf = (use: ChallengeUse) => ({
  purpose: use.purpose,
  user_id: 'userId' in use ? use.userId : null,
  ticket_id: 'ticketId' in use ? use.ticketId : null,
})

const idOf = (challenge: string) => hash('sha256', challenge, 'hex')

/** Stores the hash of a challenge in base64url. */
export async function insertChallenge(
  { db }: TrxContext,
  challenge: string,
  use: ChallengeUse,
  expiresAt: number,
): Promise<void> {
  const row = { id: idOf(challenge), ...columnsOf(use), expires_at: expiresAt }
  await db.insertInto('webauthn_challenges').values(row).execute()
}

/** Whether a challenge can be used. Writes nothing, so that strangers cannot make the database write. */
export async function hasChallenge({ db, clock }: DbContext<'clock'>, challenge: string, use: ChallengeUse) {
  const { purpose, user_id, ticket_id } = columnsOf(use)
  const row = await db
    .selectFrom('webauthn_challenges')
    .select('id')
    .where('id', '=', idOf(challenge))
    .where('purpose', '=', purpose)
    .where('user_id', 'is not distinct from', user_id)
    .where('ticket_id', 'is not distinct from', ticket_id)
    .where('expires_at', '>', clock())
    .executeTakeFirst()
  return row !== undefined
}

/** Uses up a challenge in one statement. @returns whether this call did */
export async function claimChallenge(
  { db, clock }: TrxContext<'clock'>,
  challenge: string,
  use: ChallengeUse,
): Promise<boolean> {
  const { purpose, user_id, ticket_id } = columnsOf(use)
  const { numDeletedRows } = await db
    .deleteFrom('webauthn_challenges')
    .where('id', '=', idOf(challenge))
    .where('purpose', '=', purpose)
    .where('user_id', 'is not distinct from', user_id)
    .where('ticket_id', 'is not distinct from', ticket_id)
    .where('expires_at', '>', clock())
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** @returns how many there were */
export async function deleteExpiredChallenges(db: Db, now: number): Promise<number> {
  const expired = db.deleteFrom('webauthn_challenges').where('expires_at', '<=', now)
  return Number((await expired.executeTakeFirst()).numDeletedRows)
}

export type Passkey = Row<'passkeys'>

export const passkeyMac = passkeys.mac

const stored = signedRows(passkeys)

/** @throws TamperedRowError */
export const findPasskey = (ctx: DbContext<'secrets'>, id: string) => stored.find(ctx, { id })

/** The passkeys of a user, the oldest first. @throws TamperedRowError */
export const listPasskeysOf = (ctx: DbContext<'secrets'>, userId: number) =>
  stored.list(ctx, { user_id: userId }, { orderBy: ['created_at', 'id'] })

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
export const insertPasskey = (ctx: TrxContext<'secrets'>, passkey: Omit<Passkey, 'mac'>) =>
  stored.insert(ctx, passkey)

/**
 * Stores a use of a passkey, unless it was removed or used in the meantime.
 * @returns whether it did
 */
export async function storePasskeyUse(
  ctx: TrxContext<'secrets' | 'clock'>,
  passkey: Passkey,
  { counter, backedUp }: { readonly counter: number; readonly backedUp: boolean },
): Promise<boolean> {
  const use = { counter, backed_up: backedUp ? 1 : 0, last_used_at: ctx.clock() }
  return (await stored.change(ctx, passkey, use, { counter: passkey.counter })) !== undefined
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
