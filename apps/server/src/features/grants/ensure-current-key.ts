import type { EnvironmentKey } from '@envhold/integrity/key.ts'
import type { Within } from '../../context.ts'
import type { ActivityEvent } from '../audit-log/append-activity.ts'
import type { EnvironmentRow } from '../environments/environment-store.ts'
import type { KeyHolder } from '../keyring/key-holder.ts'
import { openEnvironmentKey } from '../keyring/open-environment-key.ts'
import { verifyRoster } from '../keyring/verify-roster.ts'
import { rekeyEnvironment } from './rekey-environment.ts'

export interface CurrentKey {
  readonly environment: EnvironmentRow
  readonly key: EnvironmentKey
  readonly events: readonly ActivityEvent[]
}

/**
 * The key to write under: of a new epoch where somebody lost access since the last one, else the present one, whose
 * holders and origin are checked before anything is sealed under it.
 * @param environment held by this transaction
 */
export async function ensureCurrentKey(
  tx: Within<'secrets' | 'clock'>,
  holder: KeyHolder,
  environment: EnvironmentRow,
  by: Pick<ActivityEvent, 'userId' | 'tokenId' | 'origin'>,
): Promise<CurrentKey> {
  const rekeyed = async (): Promise<CurrentKey> => {
    const { event, ...settled } = await rekeyEnvironment(tx, holder, environment, by)
    return { ...settled, events: [event] }
  }
  if (environment.rekey_pending) return await rekeyed()
  const at = { project: environment.project_id, environment: environment.id, epoch: environment.epoch }
  const key = await openEnvironmentKey(tx, holder, at)
  const holders = await verifyRoster(tx, key, at)
  // Whoever hides the mark by putting an older head back leaves the emptied grant behind.
  if (holders.some(({ state }) => state === 'gone')) return await rekeyed()
  return { environment, key, events: [] }
}
