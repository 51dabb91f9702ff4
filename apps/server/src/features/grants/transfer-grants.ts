import type { Within } from '../../context.ts'
import type { ActivityEvent } from '../audit-log/append-activity.ts'
import { findEnvironment } from '../environments/environment-store.ts'
import type { KeyHolder } from '../keyring/key-holder.ts'
import { isSamePrincipal, type PrincipalRow } from '../keyring/principal-store.ts'
import { rekeyEnvironment } from './rekey-environment.ts'

/**
 * Gives environments new keys, and gives these to `recipients` instead of to the holder: a mailed link was used, and a
 * mail that is kept somewhere opens nothing any more.
 * @returns the events to append
 */
export async function transferGrants(
  tx: Within<'secrets' | 'clock' | 'engine'>,
  holder: KeyHolder,
  recipients: readonly PrincipalRow[],
  environmentIds: readonly number[],
  by: Pick<ActivityEvent, 'userId' | 'tokenId' | 'origin'>,
): Promise<ActivityEvent[]> {
  const events: ActivityEvent[] = []
  for (const id of environmentIds.toSorted((left, right) => left - right)) {
    const environment = await findEnvironment(tx, id, { hold: true })
    if (!environment) continue
    const { event } = await rekeyEnvironment(tx, holder, environment, by, (holders) => [
      ...holders.filter(
        (one) => ![holder.principal, ...recipients].some((other) => isSamePrincipal(one, other)),
      ),
      ...recipients,
    ])
    events.push(event)
  }
  return events
}
