import type { Within } from '../../context.ts'
import type { ActivityEvent } from '../audit-log/append-activity.ts'
import { changeEnvironment, findEnvironment } from '../environments/environment-store.ts'
import { findGrant, type Grant, isRevoked, revokeGrant } from '../keyring/grant-store.ts'
import type { KeyHolder } from '../keyring/key-holder.ts'
import { isSamePrincipal, type StoredPrincipal } from '../keyring/principal-store.ts'
import { hasGrant } from './explain-missing-grant.ts'
import { rekeyEnvironment } from './rekey-environment.ts'

type By = Pick<ActivityEvent, 'userId' | 'tokenId' | 'origin'>

export interface Revocation {
  readonly principals: readonly StoredPrincipal[]
  readonly environmentIds: readonly number[]
  /** Whoever has the vault open; null when nobody has. It may be one of those who lose the environments. */
  readonly holder: KeyHolder | null
  readonly by: By
}

export interface Revoked {
  /** The events to append. */
  readonly events: readonly ActivityEvent[]
  /** How many environments wait for a new key. */
  readonly pending: number
}

/**
 * Takes environments back from principals. Each is re-keyed now where somebody with its key is at hand; elsewhere the
 * grants are emptied, and the environment is marked, to be re-keyed at the next unlocked call of a member who may write.
 */
export async function revokeEnvironments(
  tx: Within<'secrets' | 'clock' | 'engine'>,
  { principals, environmentIds, holder, by }: Revocation,
): Promise<Revoked> {
  const events: ActivityEvent[] = []
  let pending = 0
  for (const id of environmentIds.toSorted((left, right) => left - right)) {
    const environment = await findEnvironment(tx, id, { hold: true })
    if (!environment) continue
    const grants = await grantsOf(tx, id, principals)
    if (grants.length === 0) continue
    if (holder && (await hasGrant(tx, id, holder))) {
      for (const grant of grants) if (isRevoked(grant)) await revokeGrant(tx, grant, 'gone')
      const { event } = await rekeyEnvironment(tx, holder, environment, by, (holders) =>
        holders.filter((one) => !principals.some((leaving) => isSamePrincipal(leaving, one))),
      )
      events.push(event)
    } else {
      for (const grant of grants) await revokeGrant(tx, grant, 'gone')
      await changeEnvironment(tx, environment, { rekey_pending: 1 })
      pending++
    }
  }
  return { events, pending }
}

async function grantsOf(
  tx: Within<'secrets'>,
  environmentId: number,
  principals: readonly StoredPrincipal[],
): Promise<Grant[]> {
  const grants: Grant[] = []
  for (const principal of principals) {
    const grant = await findGrant(tx, environmentId, principal)
    if (grant) grants.push(grant)
  }
  return grants
}
