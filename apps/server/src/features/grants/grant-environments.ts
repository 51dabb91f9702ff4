import type { Context } from '../../context.ts'
import type { Trx } from '../../db/transaction.ts'
import type { ActivityEvent } from '../audit-log/append-activity.ts'
import { type EnvironmentRow, findEnvironment } from '../environments/environment-store.ts'
import { grantEnvironmentKey } from '../keyring/grant-environment-key.ts'
import type { KeyHolder } from '../keyring/key-holder.ts'
import { openEnvironmentKey } from '../keyring/open-environment-key.ts'
import { isSamePrincipal, type PrincipalRow } from '../keyring/principal-store.ts'
import { updateRoster } from '../keyring/update-roster.ts'
import { verifyRoster } from '../keyring/verify-roster.ts'
import { type CurrentKey, ensureCurrentKey } from './ensure-current-key.ts'

type By = Pick<ActivityEvent, 'userId' | 'tokenId' | 'origin'>
type Ctx = Pick<Context, 'secrets' | 'clock' | 'engine'>

/**
 * Seals the keys of environments to principals, as far as they do not hold them yet.
 * @param environmentIds held one after the other, so in the order of their ids
 * @returns the events to append, of re-keys that were due first
 */
export async function grantEnvironments(
  tx: Ctx & { readonly db: Trx },
  holder: KeyHolder,
  principals: readonly PrincipalRow[],
  environmentIds: readonly number[],
  by: By,
): Promise<ActivityEvent[]> {
  const events: ActivityEvent[] = []
  await forEachHeld(tx, environmentIds, async (held) => {
    const settled = await ensureCurrentKey(tx, holder, held, by)
    await give(tx, settled, principals)
    events.push(...settled.events)
  })
  return events
}

/**
 * Seals the present keys of environments to a token of somebody who holds them. Keys that wait to be replaced stay: who
 * only reads makes tokens too, and it is not theirs to replace them.
 */
export const grantToToken = (
  tx: Ctx & { readonly db: Trx },
  holder: KeyHolder,
  token: PrincipalRow,
  environmentIds: readonly number[],
): Promise<void> =>
  forEachHeld(tx, environmentIds, async (environment) => {
    const at = { project: environment.project_id, environment: environment.id, epoch: environment.epoch }
    await give(tx, { environment, key: await openEnvironmentKey(tx, holder, at) }, [token])
  })

async function forEachHeld(
  tx: Ctx & { readonly db: Trx },
  ids: readonly number[],
  work: (held: EnvironmentRow) => Promise<void>,
): Promise<void> {
  for (const id of ids.toSorted((left, right) => left - right)) {
    const held = await findEnvironment(tx, id, { hold: true })
    if (held) await work(held)
  }
}

async function give(
  tx: Ctx & { readonly db: Trx },
  { environment, key }: Pick<CurrentKey, 'environment' | 'key'>,
  principals: readonly PrincipalRow[],
): Promise<void> {
  const at = { project: environment.project_id, environment: environment.id, epoch: environment.epoch }
  const holders = await verifyRoster(tx, key, at)
  const fresh = principals.filter((principal) => !holders.some((one) => isSamePrincipal(one, principal)))
  if (fresh.length === 0) return
  await grantEnvironmentKey(tx, key, at, fresh)
  await updateRoster(tx, key, at, [...holders, ...fresh])
}
