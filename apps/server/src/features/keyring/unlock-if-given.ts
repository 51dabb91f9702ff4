import type { Context } from '../../context.ts'
import type { KeyHolder } from './key-holder.ts'
import type { Keyring } from './keyring.ts'
import { type UnlockCall, unlock } from './unlock.ts'

/**
 * Opens the vault for a call that works without it, if the caller sent the credentials; null otherwise.
 * @throws AppError INVALID_MASTER_PASSWORD, LOCKED_OUT: a wrong password is never treated as a missing one
 */
export async function unlockIfGiven(
  ctx: Context,
  ring: Keyring,
  call: UnlockCall,
): Promise<KeyHolder | null> {
  return call.caller.kind === 'session' && !call.masterPassword && !call.passkeyUnlock
    ? null
    : await unlock(ctx, ring, call)
}
