import type { EventCategory, EventType, Severity } from '@envhold/contract/activity/event-types.ts'
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import type { DbContext } from '../../../context.ts'
import type { Db, Engine } from '../../../db/connect.ts'
import { idList } from '../../../db/json-rows.ts'
import { contains } from '../../../db/like-pattern.ts'
import type { Tables } from '../../../db/tables.ts'
import { blockLength, type SequenceRange } from '../../audit-log/block.ts'
import type { PackPosition } from '../usage-packs.ts'

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
  /** What the description begins with: one of these. */
  readonly beginnings?: readonly string[] | undefined
}

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

/** The one user, or else the one project, whose entries are wanted. */
function onlySubject({ userIds, projectIds }: ActivityFilter) {
  const only = (column: 'user_id' | 'project_id', ids: readonly number[] = []) =>
    ids.length === 1 && ids[0] !== undefined ? { column, id: ids[0] } : undefined
  return only('user_id', userIds) ?? only('project_id', projectIds)
}

/**
 * The entries of a range, the newest first; those of the only subject, if there is one. They are compared and ordered
 * by its index as a whole: PostgreSQL would otherwise plan for a typical subject, and may read the whole range.
 */
function entriesIn(db: Db, filter: ActivityFilter, { after, upTo }: SequenceRange) {
  const entries = db.selectFrom('activity')
  const subject = onlySubject(filter)
  if (!subject)
    return entries.where('sequence', '>', after).where('sequence', '<=', upTo).orderBy('sequence', 'desc')
  const { column, id } = subject
  return entries
    .where(({ eb, refTuple, tuple }) =>
      eb.and([
        eb(refTuple(column, 'sequence'), '>', tuple(id, after)),
        eb(refTuple(column, 'sequence'), '<=', tuple(id, upTo)),
      ]),
    )
    .orderBy(column, 'desc')
    .orderBy('sequence', 'desc')
}

/**
 * The entry up to which `limit` entries are searched. With an only subject these are entries of it.
 * @returns 0 if there are fewer
 */
export async function endOfSearch(
  db: Db,
  filter: ActivityFilter,
  { upTo, limit }: { readonly upTo: number; readonly limit: number },
): Promise<number> {
  if (!onlySubject(filter)) return Math.max(0, upTo - limit)
  const row = await entriesIn(db, filter, { after: 0, upTo })
    .select('sequence')
    .limit(1)
    .offset(limit)
    .executeTakeFirst()
  return row?.sequence ?? 0
}

const beginsWith = (text: string) => sql<boolean>`substr(description, 1, ${sql.lit(text.length)}) = ${text}`

/** What `entriesIn` leaves to compare. */
const isWanted =
  (engine: DbContext<'engine'>['engine'], filter: ActivityFilter) =>
  (eb: ExpressionBuilder<Tables, 'activity'>) => {
    const { from, until, userIds, projectIds, beginnings, ...equal } = filter
    const compared = onlySubject(filter)?.column
    const oneOf = (column: 'user_id' | 'project_id', ids: readonly number[] | undefined) =>
      ids === undefined || column === compared ? [] : [eb(column, 'in', idList(engine, ids))]
    return eb.and([
      ...(from === undefined ? [] : [eb('at', '>=', from)]),
      ...(until === undefined ? [] : [eb('at', '<=', until)]),
      ...oneOf('user_id', userIds),
      ...oneOf('project_id', projectIds),
      ...(beginnings === undefined ? [] : [eb.or(beginnings.map(beginsWith))]),
      ...(equal.category === undefined ? [] : [eb('category', '=', equal.category)]),
      ...(equal.type === undefined ? [] : [eb('event_type', '=', equal.type)]),
      ...(equal.severity === undefined ? [] : [eb('severity', '=', equal.severity)]),
      ...(equal.ip === undefined ? [] : [eb('ip', '=', equal.ip)]),
    ])
  }

export type StoredEvent = Awaited<ReturnType<typeof readNewestActivity>>[number]

/** The newest entries of a range that a filter leaves. */
export const readNewestActivity = (
  { db, engine }: DbContext<'engine'>,
  filter: ActivityFilter,
  { limit, ...range }: SequenceRange & { readonly limit: number },
) =>
  entriesIn(db, filter, range)
    .select(['sequence', 'at', 'event_type', 'category', 'severity', 'description', 'chain', 'position'])
    .select(['user_id', 'token_id', 'project_id', 'environment_id', 'ip', 'request_id'])
    .where(isWanted(engine, filter))
    .limit(limit)
    .execute()

/** When an entry was written. */
export const timeOfActivity = async (db: Db, sequence: number): Promise<number | null> =>
  (await db.selectFrom('activity').select('at').where('sequence', '=', sequence).executeTakeFirst())?.at ??
  null

/** A place among all calls, which are ordered by their time, then by project, then by their number in it. */
export interface CallPoint {
  readonly at: number
  readonly project: number
  readonly sequence: number
}

export interface UsageCursor extends PackPosition {
  readonly key: string
  /** 0 if none of its calls can match. */
  readonly fits: number
}

/** What calls must have that is in the text of their pack alone. */
export interface CallFilter {
  /** The first digit of the status. */
  readonly statusGroup?: number | undefined
  readonly ip?: string | undefined
}

interface CallRequest extends CallFilter {
  /** Only packs that begin before this point. */
  readonly before: CallPoint
  readonly from: number
  readonly until: number
  readonly limit: number
}

/**
 * Whether a call of a pack can match. In the text, a status follows the request's id, and an address is in quotes; what
 * repeats is left out, but is there once. Looking for both in the text spares reading most packs.
 */
function fits(engine: Engine, { statusGroup, ip }: CallFilter): RawBuilder<unknown> {
  const status = `%",${statusGroup}__`
  return sql.join(
    [
      sql`erased = 0`,
      ...(statusGroup === undefined
        ? []
        : [sql`(entries like ${`${status},%`} or entries like ${`${status}]%`})`]),
      ...(ip === undefined ? [] : [contains(engine, 'entries', JSON.stringify(ip))]),
    ],
    sql` and `,
  )
}

const columns = (engine: Engine, filter: CallFilter) => sql`
  project_id as project, first_sequence as first, last_sequence as last, at as time, api_key_id as key,
  case when ${fits(engine, filter)} then 1 else 0 end as fits`

/** The newest packs of all projects. */
export async function newestPlaces(
  { db, engine }: DbContext<'engine'>,
  { before, from, until, limit, ...filter }: CallRequest,
): Promise<UsageCursor[]> {
  const { at, project, sequence } = before
  const { rows } = await sql<UsageCursor>`
    select ${columns(engine, filter)} from usage_packs
    where at >= ${from} and at <= ${Math.min(at, until)}
      and (at, project_id, first_sequence) < (${at}, ${project}, ${sequence})
    order by at desc, project_id desc, first_sequence desc limit ${limit}`.execute(db)
  return rows
}

/** The newest packs of one project. */
export async function newestPlacesOf(
  { db, engine }: DbContext<'engine'>,
  projectId: number,
  { before, from, until, limit, ...filter }: CallRequest,
): Promise<UsageCursor[]> {
  const end = Math.min(before.sequence, await firstSequenceAfter(db, projectId, until))
  const { rows } = await sql<UsageCursor>`
    select ${columns(engine, filter)} from usage_packs
    where project_id = ${projectId} and first_sequence < ${end} and at >= ${from} and at <= ${until}
    order by first_sequence desc limit ${limit}`.execute(db)
  return rows
}

/** A call of a project from which on all are newer than a time, as far as rolled-up blocks tell. */
async function firstSequenceAfter(db: Db, projectId: number, time: number): Promise<number> {
  const { block } = await db
    .selectFrom('usage_tallies')
    .select(({ fn }) => fn.min<number | null>('block').as('block'))
    .where('project_id', '=', projectId)
    .where('first_at', '>', time)
    .executeTakeFirstOrThrow()
  return block === null ? Number.MAX_SAFE_INTEGER : block * blockLength + 1
}
