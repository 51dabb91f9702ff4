import type { Context } from '../../context.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { Origin } from '../../http/route.ts'
import type { KeyHolder } from './key-holder.ts'
import type { Keyring } from './keyring.ts'
import { unlock } from './unlock.ts'

/**
 * Opens the vault for a call that can do without, if the caller brought what it takes; null otherwise.
 * @throws AppError INVALID_MASTER_PASSWORD, LOCKED_OUT: a wrong password is never taken for none
 */
export async function unlockIfGiven(
  ctx: Context,
  ring: Keyring,
  call: {
    readonly caller: UserCaller
    readonly masterPassword: string | undefined
    readonly origin: Origin
  },
): Promise<KeyHolder | null> {
  const { caller, masterPassword, origin } = call
  if (caller.kind === 'session' && !masterPassword) return null
  return await unlock(ctx, ring, caller, masterPassword, origin)
}
