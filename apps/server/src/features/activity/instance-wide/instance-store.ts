import type { EventType } from '@envhold/contract/activity/event-types.ts'
import { tokenIdIn } from '@envhold/contract/personal-tokens/personal-tokens.ts'
import { activityChainOf } from '@envhold/integrity/activity-chain.ts'
import type { Db } from '../../../db/connect.ts'
import { isInAnyCase } from '../../../db/like-pattern.ts'
import { readHead } from '../../audit-log/chain-store.ts'
import { canonical } from '../../users/canonical.ts'

const namesIn = async (
  db: Db,
  table: 'projects' | 'environments',
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom(table).select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The names of projects by their ids, archived and removed ones too. */
export const namesOfProjects = (db: Db, ids: readonly number[]) => namesIn(db, 'projects', ids)

/** The names of environments by their ids. */
export const namesOfEnvironments = (db: Db, ids: readonly number[]) => namesIn(db, 'environments', ids)

/** Names are not unique: so many things of one name are found. */
const maxFound = 100

const asId = (text: string): number[] => {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0
  return Number.isSafeInteger(id) && id > 0 ? [id] : []
}

/** The accounts with this id, username or e-mail address. An id needs no account: it may be deleted. */
export async function findUserIds(db: Db, text: string): Promise<number[]> {
  const name = canonical(text.trim())
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where((eb) => eb.or([eb('username_canonical', '=', name), eb('email_canonical', '=', name)]))
    .execute()
  return [...new Set([...asId(name), ...rows.map(({ id }) => id)])]
}

/** The projects with this id or name. */
export async function findProjectIds(db: Db, text: string): Promise<number[]> {
  const name = text.trim()
  const rows = await db
    .selectFrom('projects')
    .select('id')
    .where(isInAnyCase('name', name))
    .orderBy('id', 'desc')
    .limit(maxFound)
    .execute()
  return [...new Set([...asId(name), ...rows.map(({ id }) => id)])]
}

/** The API keys with this id or name, and their projects: calls of a key are only in its project. */
export async function findKeys(db: Db, text: string): Promise<{ id: string; projectId: number }[]> {
  const name = text.trim()
  const rows = await db
    .selectFrom('api_keys')
    .select(['id', 'project_id as projectId'])
    .where((eb) => eb.or([eb('id', '=', tokenIdIn(name)), isInAnyCase('key_name', name)]))
    .orderBy('created_at', 'desc')
    .limit(maxFound)
    .execute()
  return rows
}

/** How many chains there are, how many entries they have, and when the newest was written. */
export interface ChainStatus {
  readonly chains: number
  readonly entries: number
  readonly newestAt: number | null
}

export async function readActivityStatus(db: Db): Promise<ChainStatus> {
  const { sequence } = await readHead(db, 'activity')
  const { chains } = await db
    .selectFrom('activity_heads')
    .select(({ fn }) => fn.countAll<number>().as('chains'))
    .executeTakeFirstOrThrow()
  const newest = await db
    .selectFrom('activity')
    .select('at')
    .where('sequence', '=', sequence)
    .executeTakeFirst()
  return { chains: Number(chains), entries: sequence, newestAt: newest?.at ?? null }
}

/** Entries that were trimmed are left out. */
export async function readUsageStatus(db: Db): Promise<ChainStatus> {
  const row = await db
    .selectFrom('usage_heads')
    .select(({ fn }) => [
      fn.countAll<number>().as('chains'),
      fn.sum<number | null>('sequence').as('entries'),
      fn.sum<number | null>('start_sequence').as('trimmed'),
      fn.max<number | null>('at').as('newestAt'),
    ])
    .where('sequence', '>', 0)
    .executeTakeFirstOrThrow()
  return {
    chains: Number(row.chains),
    entries: Number(row.entries ?? 0) - Number(row.trimmed ?? 0),
    newestAt: row.newestAt,
  }
}

/** Deleted accounts that are not erased from the activity yet. */
export async function countErasures(db: Db): Promise<number> {
  const { pending } = await db
    .selectFrom('erasures')
    .select(({ fn }) => fn.countAll<number>().as('pending'))
    .executeTakeFirstOrThrow()
  return Number(pending)
}

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
  const newestRow = await db
    .selectFrom(newest.as('newest'))
    .select('at')
    .where('event_type', '=', type)
    .where('description', '=', description)
    .where('at', '>', since)
    .limit(1)
    .executeTakeFirst()
  return newestRow !== undefined
}
