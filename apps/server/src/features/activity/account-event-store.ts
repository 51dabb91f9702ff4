import type { EventType } from '@envhold/contract/event-types.ts'
import type { Db } from '../../db/connect.ts'

/** The types and times of a chain's newest events, the newest first. */
export async function readNewestTypes(
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
