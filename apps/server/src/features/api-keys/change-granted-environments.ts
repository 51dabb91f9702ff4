import type { Within } from '../../context.ts'
import type { ActivityEvent } from '../audit-log/append-activity.ts'
import { findEnvironment } from '../environments/environment-store.ts'
import { grantEnvironments } from '../grants/grant-environments.ts'
import { rekeyEnvironment } from '../grants/rekey-environment.ts'
import { grantedEnvironments } from '../keyring/grant-store.ts'
import type { KeyHolder } from '../keyring/key-holder.ts'
import { changePrincipal } from '../keyring/principal-store.ts'
import type { ApiKeyWithCreator } from './api-key-store.ts'
import { environmentsOf } from './validate-api-key-request.ts'

/**
 * Gives a key another list of environments: those that come are sealed to it, those that go are re-keyed.
 * @param access ids as text; null for all, later ones too
 * @returns the events to append
 */
export async function changeGrantedEnvironments(
  tx: Within<'secrets' | 'clock' | 'engine'>,
  holder: KeyHolder,
  key: ApiKeyWithCreator,
  access: readonly string[] | null,
  by: Pick<ActivityEvent, 'userId' | 'tokenId' | 'origin'>,
): Promise<ActivityEvent[]> {
  const principal = { kind: 'api-key', id: key.id } as const
  const wanted = await environmentsOf(tx, key.project_id, access)
  const had = await grantedEnvironments(tx.db, principal)
  const row = await changePrincipal(tx, principal, { all_environments: access === null ? 1 : 0 })
  if (!row) throw new Error('An API key has no key pair on record')
  const events: ActivityEvent[] = []
  for (const id of had.filter((id) => !wanted.includes(id))) {
    const environment = await findEnvironment(tx, id, { hold: true })
    if (!environment) continue
    const { event } = await rekeyEnvironment(tx, holder, environment, by, (holders) =>
      holders.filter((other) => !(other.kind === principal.kind && other.id === principal.id)),
    )
    events.push(event)
  }
  const added = wanted.filter((id) => !had.includes(id))
  return [...events, ...(await grantEnvironments(tx, holder, [row], added, by))]
}
