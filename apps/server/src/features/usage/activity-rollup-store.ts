import {
  type EventCategory,
  type EventType,
  eventCategories,
  eventTypes,
  readEvents,
} from '@envhold/contract/activity/event-types.ts'
import { sql } from 'kysely'
import type { TrxContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { tableRows } from '../../db/table-rows.ts'
import type { Trx } from '../../db/transaction.ts'
import { rangeOfBlocks } from '../audit-log/block.ts'
import type { RollupMark } from './usage-state-store.ts'

const rollups = tableRows('activity_tallies')

const markOf = (db: Db) =>
  db.selectFrom('tally_marks').select(['blocks', 'generation']).where('chain', '=', 'activity')

export const readActivityMark = (db: Db): Promise<RollupMark> => markOf(db).executeTakeFirstOrThrow()

/** Reads the mark and locks it until the transaction ends. Every change of these rollups locks it. */
export const lockActivityMark = ({ db, engine }: TrxContext<'engine'>) =>
  markOf(db)
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .executeTakeFirstOrThrow()

export const moveActivityMark = (db: Trx, mark: RollupMark) =>
  tableRows('tally_marks').update({ db }, { chain: 'activity' }, mark)

/** Recounts a block of the activity log from its rows. The caller has locked the mark. */
export async function rollUpActivity(trx: Trx, block: number): Promise<void> {
  const { after, upTo } = rangeOfBlocks(block)
  await rollups.remove({ db: trx }, { block })
  await trx
    .insertInto('activity_tallies')
    .columns([
      'project_id',
      'user_id',
      'environment_id',
      'category',
      'block',
      'entries',
      'first_at',
      'last_at',
    ])
    .expression((eb) =>
      eb
        .selectFrom('activity')
        .select((of) => [
          of.fn.coalesce('project_id', sql.lit(0)).as('project_id'),
          of.fn.coalesce('user_id', sql.lit(0)).as('user_id'),
          of.fn.coalesce('environment_id', sql.lit(0)).as('environment_id'),
          countedCategory.as('category'),
          sql.lit(block).as('block'),
          of.fn.countAll<number>().as('entries'),
          sql<number>`min(at)`.as('first_at'),
          sql<number>`max(at)`.as('last_at'),
        ])
        .where('sequence', '>', after)
        .where('sequence', '<=', upTo)
        .groupBy(['project_id', 'user_id', 'environment_id', countedCategory]),
    )
    .execute()
}

/** A block's rollups as text in a fixed order, for comparison. */
export async function activityRollupText(db: Db, block: number): Promise<string> {
  const rows = await rollups.list({ db }, { block })
  return rows
    .map((row) => JSON.stringify(Object.entries(row).sort()))
    .sort()
    .join('\n')
}

/** Deletes the rollups of blocks from `end` on, which match no rows. @returns how many there were */
export const deleteActivityRollupsFrom = (db: Trx, end: number) =>
  rollups.remove({ db }, (is) => is('block', '>=', end))

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
const countedCategory = sql<string>`case when event_type in (${listOf(
  apiKeyEvents,
)}) then ${sql.lit(apiKeys.counted)} else category end || case when event_type in (${listOf(
  readEvents,
)}) then ${sql.lit(reads)} else '' end`

/**
 * The event of a read. An entry about several environments has the ID of none, and its text names all of them, so only
 * a viewer who sees every environment sees it.
 */
export const readEvent = 'variables_read' satisfies EventType
/** The category under which rollups count such reads, and no other event. */
export const countedReads = `${eventTypes[readEvent].category}${reads}`

/** The categories under which rollups count the entries of a list. */
export function countedCategoriesOf(
  category: EventCategory | 'changes' | null,
  { withApiKeys }: { readonly withApiKeys: boolean },
): string[] {
  const counted = [...eventCategories, ...(withApiKeys ? [apiKeys.counted] : [])]
  if (category === 'changes') return counted
  return counted
    .filter((rollupCategory) => {
      const name = rollupCategory === apiKeys.counted ? apiKeys.shown : rollupCategory
      return category === null || name === category
    })
    .flatMap((category) => [category, `${category}${reads}`])
}
