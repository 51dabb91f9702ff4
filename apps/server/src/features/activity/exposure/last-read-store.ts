import type { EventType } from '@envhold/contract/activity/event-types.ts'
import { sql } from 'kysely'
import type { DbContext } from '../../../context.ts'
import { idList } from '../../../db/json-rows.ts'
import type { SequenceRange } from '../../audit-log/block.ts'
import { unpack } from '../../audit-log/recorded-usage.ts'

/** Who read. */
export interface ReadingActor {
  readonly userId: number
  /** One personal token of the user; null for the user's sessions; undefined for both. */
  readonly tokenId?: string | null
  /** Only entries from this time on; ms since 1970. */
  readonly since?: number
}

/** Events whose actor has seen values of the environment, or chosen them. */
const events = [
  'variables_read',
  'environment_exported',
  'variable_created',
  'variable_updated',
  'variables_imported',
  'variables_restored',
] as const satisfies readonly EventType[]

/** Where rollups count these events. */
const countedAs = ['project_changes', 'project_changes/reads', 'security_events/reads']

/** In which rolled-up blocks the user read something of which environment, the newest block first. */
export const listReadBlocks = (
  { db, engine }: DbContext<'engine'>,
  environmentIds: readonly number[],
  { userId, since = 0 }: ReadingActor,
  blocks: number,
) =>
  db
    .selectFrom('activity_tallies')
    .select(['block', 'environment_id'])
    .distinct()
    .where('user_id', '=', userId)
    .where('category', 'in', countedAs)
    .where('environment_id', 'in', idList(engine, environmentIds))
    .where('last_at', '>=', since)
    .where('block', '<', blocks)
    .orderBy('block', 'desc')
    .execute()

/** The last read of each environment among some entries, apart for sessions and tokens. */
export async function findReadsIn(
  { db, engine }: DbContext<'engine'>,
  environmentIds: readonly number[],
  { userId, tokenId, since = 0 }: ReadingActor,
  { after, upTo }: SequenceRange,
) {
  const isToken = sql<number>`case when token_id is null then 0 else 1 end`
  const rows = await db
    .selectFrom('activity')
    .select(({ fn }) => ['environment_id', isToken.as('is_token'), fn.max('at').as('at')])
    .where('user_id', '=', userId)
    .where('sequence', '>', after)
    .where('sequence', '<=', upTo)
    .where('at', '>=', since)
    .where('event_type', 'in', events)
    .where('environment_id', 'in', idList(engine, environmentIds))
    .$if(tokenId === null, (query) => query.where('token_id', 'is', null))
    .$if(typeof tokenId === 'string', (query) => query.where('token_id', '=', tokenId ?? ''))
    .groupBy(['environment_id', isToken])
    .execute()
  return rows.map((row) => ({
    environmentId: Number(row.environment_id),
    at: Number(row.at),
    way: row.is_token ? ('token' as const) : ('web' as const),
  }))
}

/** In which rolled-up blocks of the project’s usage a key has successful calls, the newest first, and between which times. */
export const listKeyBlocks = ({ db }: DbContext, keyId: string, blocks: number) =>
  db
    .selectFrom('usage_hours')
    .select(({ fn }) => ['block', fn.min('first_at').as('first_at'), fn.max('last_at').as('last_at')])
    .where('api_key_id', '=', keyId)
    .where('status_code', '<', 400)
    .where('block', '<', blocks)
    .groupBy('block')
    .orderBy('block', 'desc')
    .execute()

interface KeyRange extends SequenceRange {
  readonly projectId: number
  readonly keyId: string
  /** Between these times; on PostgreSQL each day is a partition. */
  readonly from: number
  readonly until: number
}

/** The calls of one key among some entries of the project's usage. */
export async function listKeyCalls(
  { db }: DbContext,
  { projectId, keyId, after, upTo, from, until }: KeyRange,
) {
  const packs = await db
    .selectFrom('usage_packs')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('first_sequence', '>', after)
    .where('first_sequence', '<=', upTo)
    .where('at', '>=', from)
    .where('at', '<=', until)
    .where('api_key_id', '=', keyId)
    .where('erased', '=', 0)
    .execute()
  return packs.flatMap(unpack)
}
