import type { revokePersonalToken as endpoint } from '@envhold/contract/personal-tokens.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { actedBy } from '../audit-log/acted-by.ts'
import { transact } from '../audit-log/tx.ts'
import { revokePrincipal } from '../grants/revoke-principal.ts'
import type { Keyring } from '../keyring/keyring.ts'
import { unlockIfGiven } from '../keyring/unlock-if-given.ts'
import { deletePersonalToken } from './personal-token-store.ts'

/**
 * Stops the token at once. Its environments are re-keyed now if the vault is unlocked, otherwise at the next unlocked
 * call.
 */
export async function revokePersonalToken(
  ctx: Context,
  ring: Keyring,
  call: Call<typeof endpoint>,
): Promise<void> {
  const { caller, params, origin } = call
  const holder = await unlockIfGiven(ctx, ring, call)
  const by = actedBy(caller, origin)
  await transact(ctx, by, async (tx) => {
    await tx.lock([caller.userId])
    const deleted = await deletePersonalToken(tx.db, caller.userId, params.id)
    if (!deleted) throw new AppError('NOT_FOUND', { message: 'Personal token not found' })
    await revokePrincipal(tx, { kind: 'personal-token', id: deleted.id }, holder)
    tx.revoked({ kind: 'personal_token', userId: caller.userId, subject: deleted.id })
    tx.record({
      type: 'personal_token_revoked',
      severity: 'medium',
      description: `Revoked the personal token "${deleted.token_name}"`,
    })
  })
}
