import type { Context } from '../../context.ts'
import { unlessTampered } from '../../db/unless-tampered.ts'
import { type Tx, transact } from '../audit-log/tx.ts'
import { revokePrincipal } from '../grants/revoke-environments.ts'
import {
  deletePersonalToken,
  listExpiredHolders,
  listIdleTokens,
  listPersonalTokenRows,
  type PersonalTokenRow,
} from './personal-token-store.ts'

/** The names of a user's personal tokens that have not expired, the newest first. */
export const listTokenNames = async ({ db, clock }: Pick<Tx, 'db' | 'clock'>, userId: number) =>
  (await listPersonalTokenRows(db, userId)).flatMap(({ token_name, expires_at }) =>
    expires_at === null || expires_at > clock() ? [token_name] : [],
  )

/** Revokes all personal tokens of a user. */
export const revokeAllTokens = async (tx: Tx, userId: number) =>
  revoke(tx, userId, await listPersonalTokenRows(tx.db, userId))

/** Revokes the personal tokens of a user that can open nothing any more. */
export const revokeIdleTokens = async (tx: Tx, userId: number) =>
  revoke(tx, userId, await listIdleTokens(tx.db, userId))

async function revoke(tx: Tx, userId: number, rows: readonly Pick<PersonalTokenRow, 'id' | 'token_name'>[]) {
  for (const { id, token_name } of rows) {
    if (!(await deletePersonalToken(tx.db, userId, id))) continue
    // The vault is locked: the environments are re-keyed at the next unlocked call.
    await revokePrincipal(tx, { kind: 'personal-token', id }, null)
    tx.revoked({ kind: 'personal_token', userId, subject: id })
    const description = `Revoked the personal token "${token_name}"`
    tx.record({ type: 'personal_token_revoked', description })
  }
}

/**
 * An expired token is rejected everywhere but would still be granted every new key. An attacker with the token and a
 * later copy of the database could then keep reading. So its environments are marked for re-keying, as on revocation.
 * Lists still show it as expired. One that fails does not stop the others.
 * @returns how many there were
 */
export async function sweepPersonalTokens(ctx: Context): Promise<number> {
  const expired = await listExpiredHolders(ctx.db, ctx.clock())
  for (const token of expired) await unlessTampered(ctx, 'sweep', () => revokeExpired(ctx, token))
  return expired.length
}

type Expired = Pick<PersonalTokenRow, 'id' | 'user_id' | 'token_name'>

const revokeExpired = (ctx: Context, { id, user_id, token_name }: Expired) =>
  transact(ctx, { userId: user_id, tokenId: id, origin: null }, async (tx) => {
    await tx.lock([user_id])
    await revokePrincipal(tx, { kind: 'personal-token', id }, null)
    const description = `The personal token "${token_name}" expired`
    tx.record({ type: 'personal_token_revoked', severity: 'low', description })
  })
