import type { Context } from '../../context.ts'
import { transact } from '../audit-log/tx.ts'
import { revokePrincipal } from '../grants/revoke-principal.ts'
import { listExpiredHolders } from './personal-token-store.ts'

/**
 * An expired token is rejected everywhere but would still be granted every new key. An attacker with the token and a
 * later copy of the database could then keep reading. So its environments are marked for re-keying, as on revocation.
 * Lists still show it as expired.
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
