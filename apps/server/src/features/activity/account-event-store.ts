import type { EventType } from '@envhold/contract/activity/event-types.ts'
import { activityChainOf } from '@envhold/integrity/activity-chain.ts'
import type { Db } from '../../db/connect.ts'

/** The types and times of a chain's newest events, the newest first. */
async function readNewestTypes(
  db: Db,
  chain: string,
  limit: number,
): Promise<{ type: EventType; at: number }[]> {
  const rows = await db
    .selectFrom('activity')
    .select(['event_type', 'at'])
    .where('chain', '=', chain)
    .orderBy('position', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ event_type, at }) => ({ type: event_type as EventType, at }))
}

/**
 * The newest events of an account itself, as their types and times alone: descriptions contain names that are nobody
 * else's business. What happens in projects is in other chains.
 */
export const listAccountEvents = (
  db: Db,
  userId: number,
  limit: number,
): Promise<{ type: EventType; at: number }[]> =>
  readNewestTypes(db, activityChainOf({ userId, projectId: null }), limit)

interface EventRequest {
  readonly type: EventType
  readonly description: string
  readonly since: number
}

/** So many events of an account are searched: an account that records more within an hour records one again. */
const searchedEvents = 500

/** Whether an account's own chain has such an event since a time. */
export async function hasRecentAccountEvent(
  db: Db,
  userId: number,
  { type, description, since }: EventRequest,
): Promise<boolean> {
  const newest = db
    .selectFrom('activity')
    .select(['event_type', 'description', 'at'])
    .where('chain', '=', activityChainOf({ userId, projectId: null }))
    .orderBy('position', 'desc')
    .limit(searchedEvents)
  const found = await db
    .selectFrom(newest.as('newest'))
    .select('at')
    .where('event_type', '=', type)
    .where('description', '=', description)
    .where('at', '>', since)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
