import type { Within } from '../../context.ts'
import type { ActivityEvent } from '../audit-log/append-activity.ts'
import { listExternalGrants } from './external-grant-store.ts'
import { revokeEnvironments } from './revoke-environments.ts'

/**
 * Takes back all that a user could open in the projects of others, before the account goes for good: its rows vanish,
 * and the rosters that still name it must not depend on them. The environments wait for new keys.
 * @returns the events to append
 */
export async function revokeAllGrants(
  tx: Within<'secrets' | 'clock' | 'engine'>,
  userId: number,
): Promise<readonly ActivityEvent[]> {
  const places = await listExternalGrants(tx.db, userId)
  const principals = [
    ...new Map(places.map(({ principal }) => [JSON.stringify(principal), principal])).values(),
  ]
  const environmentIds = [...new Set(places.map(({ environmentId }) => environmentId))]
  const by = { userId, tokenId: null, origin: null }
  const { events } = await revokeEnvironments(tx, { principals, environmentIds, holder: null, by })
  return events
}
