import type { Context } from '../../context.ts'
import { transact } from '../audit-log/tx.ts'
import { revokePrincipal } from '../grants/revoke-principal.ts'
import { listExpiredHolders } from './personal-token-store.ts'

/**
 * A token that expired is let in nowhere, but would still be given every new key: whoever finds it, with a later copy
 * of the database, could read on. What it could open is marked for a new key, as when it is revoked; lists go on
 * showing it as expired.
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
