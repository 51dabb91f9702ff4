import { tokenSeed } from '@envhold/integrity/token.ts'
import { keyPairFromSeed } from '@envhold/vault/key-pair.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { Origin } from '../../http/route.ts'
import type { KeyHolder } from './key-holder.ts'
import type { Keyring } from './keyring.ts'
import { openSeed } from './open-seed.ts'
import { findUserKey } from './user-key-store.ts'

/**
 * Opens the vault for one call: a personal token by itself, a session by the master password. What is owed to others
 * since nobody had it open is done first.
 * @throws AppError MASTER_PASSWORD_REQUIRED without one, or when the account has none yet; INVALID_MASTER_PASSWORD;
 *   LOCKED_OUT; UNAVAILABLE when too many wait
 */
export async function unlock(
  ctx: Context,
  ring: Keyring,
  caller: UserCaller,
  masterPassword: string | undefined,
  origin: Origin,
): Promise<KeyHolder> {
  const holder = await openVault(ctx, ring, caller, masterPassword, origin)
  await ring.settleOwed(holder, caller, origin)
  return holder
}

/** `unlock` alone, for who does what is owed by itself. */
export async function openVault(
  ctx: Context,
  ring: Keyring,
  caller: UserCaller,
  masterPassword: string | undefined,
  origin: Origin,
): Promise<KeyHolder> {
  const { userId } = caller
  if (caller.kind === 'personal-token')
    return {
      userId,
      principal: { kind: 'personal-token', id: caller.token.id },
      keyPair: keyPairFromSeed(tokenSeed(caller.token)),
    }
  const stored = await findUserKey(ctx, userId)
  if (!stored || !masterPassword) throw new AppError('MASTER_PASSWORD_REQUIRED')
  const seed = await openSeed(ctx, ring, caller, stored, masterPassword, origin)
  return { userId, principal: { kind: 'user', id: userId }, keyPair: keyPairFromSeed(seed) }
}
