import type { EventCategory, EventType, Severity } from '@envhold/contract/event-types.ts'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/connect.ts'
import { idList } from '../../../db/id-list.ts'
import type { Tables } from '../../../db/tables.ts'
import type { SequenceRange } from '../../audit-log/sequence-range.ts'

/** What entries of activity must have. */
export interface ActivityFilter {
  /** Times in ms, both included. */
  readonly from?: number | undefined
  readonly until?: number | undefined
  readonly userIds?: readonly number[] | undefined
  readonly projectIds?: readonly number[] | undefined
  readonly category?: EventCategory | undefined
  readonly type?: EventType | undefined
  readonly severity?: Severity | undefined
  readonly ip?: string | undefined
}

type Ctx = Pick<Context, 'db' | 'engine'>

/**
 * The first entry from a time on, or the one after the newest. Entries are numbered without gaps and in the order of
 * their times, so halving the log a few times finds it.
 */
export async function firstSequenceFrom(db: Db, time: number, head: number): Promise<number> {
  const { rows } = await sql<{ low: number }>`
    with recursive halves(low, high) as (
      select cast(1 as bigint), cast(${head} as bigint) + 1
      union all
      select case when a.at < ${time} then a.sequence + 1 else low end,
        case when a.at < ${time} then high else a.sequence end
      from halves join activity as a on a.sequence = (low + high) / 2
      where low < high
    )
    select max(low) as low from halves`.execute(db)
  return rows[0]?.low ?? 1
}

const only = (ids: readonly number[] | undefined) => (ids?.length === 1 ? ids[0] : undefined)

/**
 * The entry up to which `limit` entries are searched. With one user or one project these are entries of it, which an
 * index finds.
 * @returns 0 if there are fewer
 */
export async function endOfSearch(
  db: Db,
  { userIds, projectIds }: ActivityFilter,
  { upTo, limit }: { readonly upTo: number; readonly limit: number },
): Promise<number> {
  const [user, project] = [only(userIds), only(projectIds)]
  if (user === undefined && project === undefined) return Math.max(0, upTo - limit)
  const row = await db
    .selectFrom('activity')
    .select('sequence')
    .where('sequence', '<=', upTo)
    .$if(user !== undefined, (query) => query.where('user_id', '=', user ?? 0))
    .$if(user === undefined, (query) => query.where('project_id', '=', project ?? 0))
    .orderBy('sequence', 'desc')
    .limit(1)
    .offset(limit)
    .executeTakeFirst()
  return row?.sequence ?? 0
}

const isWanted =
  (engine: Ctx['engine'], { from, until, userIds, projectIds, ...equal }: ActivityFilter) =>
  (eb: ExpressionBuilder<Tables, 'activity'>) =>
    eb.and([
      ...(from === undefined ? [] : [eb('at', '>=', from)]),
      ...(until === undefined ? [] : [eb('at', '<=', until)]),
      ...(userIds === undefined ? [] : [oneOf(eb, engine, 'user_id', userIds)]),
      ...(projectIds === undefined ? [] : [oneOf(eb, engine, 'project_id', projectIds)]),
      ...(equal.category === undefined ? [] : [eb('category', '=', equal.category)]),
      ...(equal.type === undefined ? [] : [eb('event_type', '=', equal.type)]),
      ...(equal.severity === undefined ? [] : [eb('severity', '=', equal.severity)]),
      ...(equal.ip === undefined ? [] : [eb('ip', '=', equal.ip)]),
    ])

/** One id is compared as such, so that its index is used. */
const oneOf = (
  eb: ExpressionBuilder<Tables, 'activity'>,
  engine: Ctx['engine'],
  column: 'user_id' | 'project_id',
  ids: readonly number[],
) => (ids.length === 1 ? eb(column, '=', ids[0] ?? 0) : eb(column, 'in', idList(engine, ids)))

export type StoredEvent = Awaited<ReturnType<typeof readNewestActivity>>[number]

/** The newest entries of a range that a filter leaves. */
export const readNewestActivity = (
  { db, engine }: Ctx,
  filter: ActivityFilter,
  { after, upTo, limit }: SequenceRange & { readonly limit: number },
) =>
  db
    .selectFrom('activity')
    .select(['sequence', 'at', 'event_type', 'category', 'severity', 'description', 'chain', 'position'])
    .select(['user_id', 'token_id', 'project_id', 'environment_id', 'ip', 'request_id'])
    .where('sequence', '>', after)
    .where('sequence', '<=', upTo)
    .where(isWanted(engine, filter))
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute()

/** When an entry was written. */
export const timeOfActivity = async (db: Db, sequence: number): Promise<number | null> =>
  (await db.selectFrom('activity').select('at').where('sequence', '=', sequence).executeTakeFirst())?.at ??
  null
