import type { AccountTokens } from '../accounts/reset/account-tokens.ts'
import { revokePrincipal } from '../grants/revoke-principal.ts'
import { deletePersonalToken, listPersonalTokenRows } from './personal-token-store.ts'

/** What the accounts slice does with the personal tokens of an account. */
export const accountTokens: AccountTokens = {
  listNames: async (db, userId, now) =>
    (await listPersonalTokenRows(db, userId)).flatMap(({ token_name, expires_at }) =>
      expires_at === null || expires_at > now ? [token_name] : [],
    ),
  revokeAll: async (tx, userId) => {
    const rows = await listPersonalTokenRows(tx.db, userId)
    for (const { id, token_name } of rows) {
      if (!(await deletePersonalToken(tx.db, userId, id))) continue
      // The vault is locked: the environments are re-keyed at the next unlocked call.
      await revokePrincipal(tx, { kind: 'personal-token', id }, null)
      const description = `Revoked the personal token "${token_name}"`
      tx.record({ type: 'personal_token_revoked', severity: 'medium', description })
    }
    return rows.length
  },
}
