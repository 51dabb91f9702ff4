import type { EventType } from '@envhold/contract/event-types.ts'
import { activityChainOf } from '@envhold/integrity/activity-chain.ts'
import type { Db } from '../../db/connect.ts'

interface Wanted {
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
  { type, description, since }: Wanted,
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
