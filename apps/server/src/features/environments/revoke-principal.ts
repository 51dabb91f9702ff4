import type { Context } from '../../context.ts'
import type { Trx } from '../../db/transaction.ts'
import type { ActivityEvent } from '../audit-log/append-activity.ts'
import { findGrant, grantedEnvironments } from '../keyring/grant-store.ts'
import type { KeyHolder } from '../keyring/key-holder.ts'
import { changePrincipal, forgetRevoked, type StoredPrincipal } from '../keyring/principal-store.ts'
import { changeEnvironment, findEnvironment } from './environment-store.ts'
import { rekeyEnvironment } from './rekey-environment.ts'

type By = Pick<ActivityEvent, 'userId' | 'tokenId' | 'origin'>

/**
 * Ends what a principal could open. Its environments are re-keyed now where somebody with the key is at hand; the others
 * are marked, and re-keyed at the next unlocked call of a member who may write. Until then the principal stays on the
 * rosters, but nobody can present its token.
 * @returns the events to append
 */
export async function revokePrincipal(
  ctx: Pick<Context, 'secrets' | 'clock' | 'engine'>,
  trx: Trx,
  principal: StoredPrincipal,
  holder: KeyHolder | null,
  by: By,
): Promise<ActivityEvent[]> {
  await changePrincipal(ctx, trx, principal, { revoked: 1 })
  const events = await rekeyOrMark(ctx, trx, await grantedEnvironments(trx, principal), holder, by)
  await forgetRevoked(trx)
  return events
}

/** Re-keys these environments, or marks those whose key nobody here holds. */
async function rekeyOrMark(
  ctx: Pick<Context, 'secrets' | 'clock' | 'engine'>,
  trx: Trx,
  environmentIds: readonly number[],
  holder: KeyHolder | null,
  by: By,
): Promise<ActivityEvent[]> {
  const events: ActivityEvent[] = []
  for (const id of environmentIds) {
    const environment = await findEnvironment(ctx, trx, id, { hold: true })
    if (!environment) continue
    if (holder && (await findGrant(ctx, trx, id, holder.principal)))
      events.push((await rekeyEnvironment(ctx, trx, holder, environment, by)).event)
    else await changeEnvironment(ctx, trx, environment, { rekey_pending: 1 })
  }
  return events
}
