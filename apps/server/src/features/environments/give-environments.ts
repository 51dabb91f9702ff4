import type { Context } from '../../context.ts'
import type { Trx } from '../../db/transaction.ts'
import type { ActivityEvent } from '../audit-log/append-activity.ts'
import { giveEnvironmentKey } from '../keyring/give-environment-key.ts'
import type { KeyHolder } from '../keyring/key-holder.ts'
import { isSamePrincipal, type PrincipalRow } from '../keyring/principal-store.ts'
import { resealRoster } from '../keyring/reseal-roster.ts'
import { verifyRoster } from '../keyring/verify-roster.ts'
import { findEnvironment } from './environment-store.ts'
import { settleRekey } from './settle-rekey.ts'

/**
 * Seals the keys of environments to principals, as far as they do not hold them yet.
 * @param environmentIds held one after the other, so in the order of their ids
 * @returns the events to append, of re-keys that were due first
 */
export async function giveEnvironments(
  ctx: Pick<Context, 'secrets' | 'clock' | 'engine'>,
  trx: Trx,
  holder: KeyHolder,
  principals: readonly PrincipalRow[],
  environmentIds: readonly number[],
  by: Pick<ActivityEvent, 'userId' | 'tokenId' | 'origin'>,
): Promise<ActivityEvent[]> {
  const events: ActivityEvent[] = []
  for (const id of environmentIds.toSorted((left, right) => left - right)) {
    const held = await findEnvironment(ctx, trx, id, { hold: true })
    if (!held) continue
    const settled = await settleRekey(ctx, trx, holder, held, by)
    const { project_id: project, epoch } = settled.environment
    const at = { project, environment: id, epoch }
    const holders = await verifyRoster(ctx, trx, settled.key, at)
    const fresh = principals.filter((principal) => !holders.some((one) => isSamePrincipal(one, principal)))
    if (fresh.length > 0) {
      await giveEnvironmentKey(ctx, trx, settled.key, at, fresh)
      await resealRoster(trx, settled.key, at, [...holders, ...fresh])
    }
    events.push(...settled.events)
  }
  return events
}
