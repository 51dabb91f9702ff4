import type { Context } from '../../context.ts'
import type { Trx } from '../../db/transaction.ts'
import type { ActivityEvent } from '../audit-log/append-activity.ts'
import { listForeignPlaces } from './foreign-place-store.ts'
import { takeEnvironments } from './take-environments.ts'

/**
 * Takes back all that a user could open in the projects of others, before the account goes for good: its rows vanish,
 * and the rosters that still name it must not depend on them. The environments wait for new keys.
 * @returns the events to append
 */
export async function leaveEnvironments(
  ctx: Pick<Context, 'secrets' | 'clock' | 'engine'>,
  trx: Trx,
  userId: number,
): Promise<readonly ActivityEvent[]> {
  const places = await listForeignPlaces(trx, userId)
  const principals = [
    ...new Map(places.map(({ principal }) => [JSON.stringify(principal), principal])).values(),
  ]
  const environmentIds = [...new Set(places.map(({ environmentId }) => environmentId))]
  const by = { userId, tokenId: null, origin: null }
  const { events } = await takeEnvironments(ctx, trx, { principals, environmentIds, holder: null, by })
  return events
}
