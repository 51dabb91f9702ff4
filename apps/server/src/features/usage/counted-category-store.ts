import {
  type EventCategory,
  type EventType,
  eventCategories,
  readEvents,
} from '@envhold/contract/activity/event-types.ts'
import { sql } from 'kysely'

/**
 * The events of a project's activity about its API keys and their callers. An entry names no environment, because a key
 * may read several, but its text contains the key's name and it has the caller's IP address. Only the owner manages
 * keys, so only the owner sees these entries: they could reveal to a collaborator a key of an environment that is not
 * shared with them.
 */
export const apiKeyEvents = [
  'api_key_created',
  'api_key_updated',
  'api_key_deleted',
  'api_key_deactivated',
  'api_key_viewed',
  'api_key_used',
  'rate_limit_exceeded',
  'unauthorized_access',
] as const satisfies readonly EventType[]

/** Readers see events about API keys under the first category; rollups count them under the second. */
const apiKeys = { shown: 'security_events', counted: 'api_keys' } as const
/** Follows the category under which rollups count events of somebody who only read. */
const reads = '/reads'

const listOf = (events: readonly string[]) => sql.join(events.map((type) => sql.lit(type)))

/** The category under which rollups count an entry: lists that leave out some events must not count them. */
export const countedCategory = sql<string>`case when event_type in (${listOf(
  apiKeyEvents,
)}) then ${sql.lit(apiKeys.counted)} else category end || case when event_type in (${listOf(
  readEvents,
)}) then ${sql.lit(reads)} else '' end`

/** The categories under which rollups count the entries of a list. */
export function countedCategoriesOf(
  category: EventCategory | 'changes' | null,
  { withApiKeys }: { readonly withApiKeys: boolean },
): string[] {
  const counted = [...eventCategories, ...(withApiKeys ? [apiKeys.counted] : [])]
  if (category === 'changes') return counted
  return counted
    .filter((each) => {
      const shown = each === apiKeys.counted ? apiKeys.shown : each
      return category === null || shown === category
    })
    .flatMap((each) => [each, `${each}${reads}`])
}
