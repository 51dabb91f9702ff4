import type { Context } from '../../context.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { Origin } from '../../http/route.ts'
import { actorOf, transact } from '../audit-log/tx.ts'
import { requireEnvironment } from '../environments/environment-access.ts'
import type { KeyHolder } from '../keyring/key-holder.ts'
import { rekeyEnvironment } from './rekey-environment.ts'

/** Who re-keys, with the vault unlocked. */
export interface Acting {
  readonly holder: KeyHolder
  readonly caller: UserCaller
  readonly origin: Origin
}

/**
 * Re-keys an environment if that is pending. Returns whether it did: another call may have done it first.
 * @throws AppError NOT_FOUND, FORBIDDEN; TamperedRowError
 */
export const rekeyIfPending = (
  ctx: Context,
  { holder, caller, origin }: Acting,
  environmentId: number,
  act: 're-key' | 'secure own access',
): Promise<boolean> =>
  transact(ctx, actorOf(caller, origin), async (tx) => {
    const { environment } = await requireEnvironment(tx, caller, { id: environmentId, act, hold: true })
    if (!environment.rekey_pending) return false
    await rekeyEnvironment(tx, holder, environment)
    return true
  })
