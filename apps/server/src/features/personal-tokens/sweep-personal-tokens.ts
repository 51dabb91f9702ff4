import type { Context } from '../../context.ts'
import { transact } from '../audit-log/tx.ts'
import { revokePrincipal } from '../grants/revoke-principal.ts'
import { listExpiredHolders } from './personal-token-store.ts'

/**
 * An expired token has no access, but would still get every new key: with its secret and a later copy of the
 * database, new values could be read. What it could open is marked for a re-key, like for a revoked one; lists still
 * show it as expired.
 * @returns how many there were
 */
export async function sweepPersonalTokens(ctx: Context): Promise<number> {
  const expired = await listExpiredHolders(ctx.db, ctx.clock())
  for (const { id, user_id, token_name } of expired)
    await transact(ctx, { userId: user_id, tokenId: id, origin: null }, async (tx) => {
      await tx.lock([user_id])
      await revokePrincipal(tx, { kind: 'personal-token', id }, null)
      tx.record({
        type: 'personal_token_revoked',
        severity: 'low',
        description: `The personal token "${token_name}" expired`,
      })
    })
  return expired.length
}
