import { hash } from 'node:crypto'
import type { DbContext, TrxContext } from '../../../context.ts'
import type { Db } from '../../../db/connect.ts'
import { passkeys } from '../../../db/schema/factors.ts'
import { signedRows } from '../../../db/signed-rows.ts'
import { tableRows } from '../../../db/table-rows.ts'
import type { Row } from '../../../db/tables.ts'
import type { Trx } from '../../../db/transaction.ts'

/** What a challenge may be used for: one purpose, by one account or ticket. Anybody may sign in. */
export type ChallengeUse =
  | { readonly purpose: 'sign-in' }
  | { readonly purpose: 'second-factor'; readonly userId: number; readonly ticketId: string }
  | { readonly purpose: 'register' | 'step-up' | 'unlock'; readonly userId: number }

const challenges = tableRows('webauthn_challenges')

/** The row of a challenge, of which only the hash is stored. */
const rowOf = (challenge: string, use: ChallengeUse) => ({
  id: hash('sha256', challenge, 'hex'),
  purpose: use.purpose,
  user_id: 'userId' in use ? use.userId : null,
  ticket_id: 'ticketId' in use ? use.ticketId : null,
})

/** Stores the hash of a challenge in base64url. */
export const insertChallenge = (ctx: TrxContext, challenge: string, use: ChallengeUse, expires_at: number) =>
  challenges.insert(ctx, [{ ...rowOf(challenge, use), expires_at }])

/** Whether a challenge can be used. Writes nothing, so that strangers cannot make the database write. */
export const hasChallenge = (ctx: DbContext<'clock'>, challenge: string, use: ChallengeUse) =>
  challenges.has(ctx, [rowOf(challenge, use), (is) => is('expires_at', '>', ctx.clock())])

/** Uses up a challenge in one statement. @returns whether this call did */
export const claimChallenge = async (ctx: TrxContext<'clock'>, challenge: string, use: ChallengeUse) =>
  (await challenges.remove(ctx, [rowOf(challenge, use), (is) => is('expires_at', '>', ctx.clock())])) === 1

/** @returns how many there were */
export const deleteExpiredChallenges = (db: Db, now: number) =>
  challenges.remove({ db }, (is) => is('expires_at', '<=', now))

export type Passkey = Row<'passkeys'>

export const passkeyMac = passkeys.mac

const stored = signedRows(passkeys)

/** @throws TamperedRowError */
export const findPasskey = (ctx: DbContext<'secrets'>, id: string) => stored.find(ctx, { id })

/** The passkeys of a user, the oldest first. @throws TamperedRowError */
export const listPasskeysOf = (ctx: DbContext<'secrets'>, userId: number) =>
  stored.list(ctx, { user_id: userId }, { orderBy: ['created_at', 'id'] })

/** The ids of a user's passkeys that open the vault. */
export async function listUnlockingPasskeys(db: Db, userId: number) {
  const unlocks = await tableRows('passkey_unlocks').list({ db }, { user_id: userId })
  return new Set(unlocks.map(({ passkey_id }) => passkey_id))
}

/** @throws a unique violation when the credential is registered */
export const insertPasskey = (ctx: TrxContext<'secrets'>, passkey: Omit<Passkey, 'mac'>) =>
  stored.insert(ctx, passkey)

/** Stores a use of a passkey, unless it was removed or used in the meantime. @returns whether it did */
export async function storePasskeyUse(
  ctx: TrxContext<'secrets' | 'clock'>,
  passkey: Passkey,
  { counter, backedUp }: { readonly counter: number; readonly backedUp: boolean },
): Promise<boolean> {
  const use = { counter, backed_up: backedUp ? 1 : 0, last_used_at: ctx.clock() }
  return (await stored.change(ctx, passkey, use, { counter: passkey.counter })) !== undefined
}

/** @returns whether the user has such a passkey */
export const renamePasskeyOf = async (
  db: Trx,
  userId: number,
  { id, name }: { readonly id: string; readonly name: string },
) => (await stored.touch({ db }, { id, user_id: userId }, { name })) === 1

/** Stands for a passkey where its id, of any length, would be too long. */
export const passkeyHash = (id: string): string => hash('sha256', id, 'base64url')

/** Deletes a passkey, and with it what it opens. @returns whether it opened the vault */
export async function deletePasskeyRow(db: Trx, id: string): Promise<boolean> {
  const unlocks = await tableRows('passkey_unlocks').remove({ db }, { passkey_id: id })
  await stored.remove({ db }, { id })
  return unlocks > 0
}

/** How many passkeys were made for another host. */
export const countForeignPasskeys = (db: Db, rpId: string) =>
  stored.count({ db }, (is) => is('rp_id', '!=', rpId))
