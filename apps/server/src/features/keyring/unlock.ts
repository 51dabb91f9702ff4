import { tokenSeed } from '@envhold/integrity/token.ts'
import { keyPairFromSeed } from '@envhold/vault/key-pair.ts'
import { AppError } from '../../app-error.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { PasskeyUnlock } from '../../http/requests/read-headers.ts'
import type { OpensVault } from '../../http/require-step-up.ts'
import type { Origin } from '../../http/route.ts'
import type { KeyHolder, VaultWorld } from './keyring.ts'
import { openSeed } from './open-seed.ts'
import { openSeedByPasskey } from './open-seed-by-passkey.ts'
import { findUserKey } from './user-key-store.ts'

/** The credentials of a call that opens the vault. */
export interface UnlockCall {
  readonly caller: UserCaller
  readonly masterPassword: string | undefined
  readonly passkeyUnlock: PasskeyUnlock | undefined
  readonly origin: Origin
}

/**
 * Opens the vault for one call: a personal token by itself, a session with the master password or a passkey. Pending key
 * work, which needs an unlocked vault, runs first.
 * @throws AppError MASTER_PASSWORD_REQUIRED without a password, or when the account has none yet;
 *   INVALID_MASTER_PASSWORD; LOCKED_OUT; UNAVAILABLE when too many callers wait
 */
export async function unlock(ctx: VaultWorld, call: UnlockCall): Promise<KeyHolder> {
  const holder = await openVault(ctx, call)
  await ctx.keyring.runPendingKeyWork(holder, call)
  return holder
}

/** {@link unlock} without the pending key work. */
export async function openVault(ctx: VaultWorld, call: UnlockCall): Promise<KeyHolder> {
  const { caller, masterPassword, passkeyUnlock, origin } = call
  const { userId } = caller
  if (caller.kind === 'personal-token')
    return {
      userId,
      principal: { kind: 'personal-token', id: caller.token.id },
      keyPair: keyPairFromSeed(tokenSeed(caller.token)),
    }
  const stored = await findUserKey(ctx, userId)
  if (!stored || !(masterPassword || passkeyUnlock)) throw new AppError('MASTER_PASSWORD_REQUIRED')
  const seed = passkeyUnlock
    ? await openSeedByPasskey(ctx, stored, { caller, passkeyUnlock, origin })
    : await openSeed(ctx, stored, { caller, masterPassword: masterPassword ?? '', origin })
  return { userId, principal: { kind: 'user', id: userId }, keyPair: keyPairFromSeed(seed) }
}

/**
 * Opens the vault for a call that works without it, if the caller sent the credentials; null otherwise.
 * @throws AppError INVALID_MASTER_PASSWORD, LOCKED_OUT: a wrong password is never treated as a missing one
 */
export async function unlockIfGiven(ctx: VaultWorld, call: UnlockCall): Promise<KeyHolder | null> {
  return call.caller.kind === 'session' && !call.masterPassword && !call.passkeyUnlock
    ? null
    : await unlock(ctx, call)
}

/** Opens the vault to prove the presented secret, from the cache of unlocked keys if it is there. */
export const opensVault =
  (ctx: VaultWorld): OpensVault =>
  async (caller, { masterPassword, origin }) => {
    if (masterPassword === undefined) return false
    const stored = await findUserKey(ctx, caller.userId)
    if (!stored) return false
    await openSeed(ctx, stored, { caller, masterPassword, origin })
    return true
  }
