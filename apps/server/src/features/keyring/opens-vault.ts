import type { Context } from '../../context.ts'
import type { OpensVault } from '../../http/require-step-up.ts'
import type { Keyring } from './keyring.ts'
import { openSeed } from './open-seed.ts'
import { findUserKey } from './user-key-store.ts'

/** Opens the vault to prove the presented secret, from the cache of unlocked keys if it is there. */
export const opensVault =
  (ctx: Context, ring: Keyring): OpensVault =>
  async (caller, { masterPassword, origin }) => {
    if (masterPassword === undefined) return false
    const stored = await findUserKey(ctx, caller.userId)
    if (!stored) return false
    await openSeed(ctx, ring, stored, { caller, masterPassword, origin })
    return true
  }
