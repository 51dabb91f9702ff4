import type { Context } from '../../context.ts'
import type { KeyHolder } from './key-holder.ts'
import type { Keyring } from './keyring.ts'
import { type UnlockCall, unlock } from './unlock.ts'

/**
 * Unlocks the vault for a call that does not need it, if the caller sent what it takes; null otherwise.
 * @throws AppError INVALID_MASTER_PASSWORD, LOCKED_OUT: a wrong password is an error, not a missing one
 */
export async function unlockIfGiven(
  ctx: Context,
  ring: Keyring,
  call: UnlockCall,
): Promise<KeyHolder | null> {
  return call.caller.kind === 'session' && !call.masterPassword ? null : await unlock(ctx, ring, call)
}
