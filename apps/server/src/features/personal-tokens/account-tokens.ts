import type { AccountTokens } from '../accounts/reset/account-tokens.ts'
import type { Tx } from '../audit-log/tx.ts'
import { revokePrincipal } from '../grants/revoke-principal.ts'
import {
  deletePersonalToken,
  listIdleTokens,
  listPersonalTokenRows,
  type PersonalTokenRow,
} from './personal-token-store.ts'

/** What the accounts slice does with the personal tokens of an account. */
export const accountTokens: AccountTokens = {
  listNames: async (db, userId, now) =>
    (await listPersonalTokenRows(db, userId)).flatMap(({ token_name, expires_at }) =>
      expires_at === null || expires_at > now ? [token_name] : [],
    ),
  revokeAll: async (tx, userId) => {
    const rows = await listPersonalTokenRows(tx.db, userId)
    await revoke(tx, userId, rows)
    return rows.length
  },
}

/** Revokes the personal tokens of a user that can open nothing any more. */
export const revokeIdleTokens = async (tx: Tx, userId: number): Promise<void> =>
  revoke(tx, userId, await listIdleTokens(tx.db, userId))

async function revoke(
  tx: Tx,
  userId: number,
  rows: readonly Pick<PersonalTokenRow, 'id' | 'token_name'>[],
): Promise<void> {
  for (const { id, token_name } of rows) {
    if (!(await deletePersonalToken(tx.db, userId, id))) continue
    // The vault is locked: the environments are re-keyed at the next unlocked call.
    await revokePrincipal(tx, { kind: 'personal-token', id }, null)
    tx.revoked({ kind: 'personal_token', userId, subject: id })
    const description = `Revoked the personal token "${token_name}"`
    tx.record({ type: 'personal_token_revoked', severity: 'medium', description })
  }
}
