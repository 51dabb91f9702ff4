import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { rekeyEnvironments as endpoint } from '@envhold/contract/keyring.ts'
import { AppError, TamperedRowError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { Call, Origin } from '../../http/route.ts'
import { actedBy } from '../audit-log/acted-by.ts'
import { transact } from '../audit-log/tx.ts'
import { requireEnvironment } from '../environments/environment-access.ts'
import type { KeyHolder } from '../keyring/key-holder.ts'
import type { Keyring } from '../keyring/keyring.ts'
import { openVault } from '../keyring/unlock.ts'
import { listPendingRekeys } from './pending-work-store.ts'
import { rekeyEnvironment } from './rekey-environment.ts'

/** A call stops re-keying after this time. The client calls again for the rest. */
const budgetMs = 250

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
  transact(ctx, actedBy(caller, origin), async (tx) => {
    const { environment } = await requireEnvironment(tx, caller, { id: environmentId, act, hold: true })
    if (!environment.rekey_pending) return false
    await rekeyEnvironment(tx, holder, environment)
    return true
  })

/**
 * The second step after a leaked master password, repeated until done: any holder of an environment's key may replace
 * it when a re-key is pending. An environment that fails does not stop the others.
 * @throws the first failure, when there is nothing else left to do
 */
export async function rekeyPending(
  ctx: Context,
  ring: Keyring,
  call: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const started = performance.now()
  const { caller, origin } = call
  const holder = await openVault(ctx, ring, call)
  const waiting = await listPendingRekeys(ctx.db, holder)
  const failures: unknown[] = []
  let rekeyed = 0
  for (const id of waiting) {
    try {
      if (await rekeyIfPending(ctx, { holder, caller, origin }, id, 'secure own access')) rekeyed++
    } catch (error) {
      if (!(error instanceof AppError || error instanceof TamperedRowError)) throw error
      failures.push(error)
    }
    if (rekeyed > 0 && performance.now() - started >= budgetMs) break
  }
  if (rekeyed === 0 && failures.length > 0) throw failures[0]
  return { rekeyed, remaining: (await listPendingRekeys(ctx.db, holder)).length }
}
