import type { EventType } from '@envhold/contract/event-types.ts'
import { activityChainOf } from '@envhold/integrity/activity-chain.ts'
import type { Db } from '../../db/connect.ts'
import { readNewestTypes } from './account-event-store.ts'

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
